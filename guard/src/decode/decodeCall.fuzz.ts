import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import {
  type AbiParameter,
  type Address,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'
import { readAbi } from './internal/entry/readAbi.js'
import { knownEntries } from './internal/walk/entries.js'

/** Written from the standards, so that encoding uses no code of the decoder. */
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function transferFrom(address, address, uint256)',
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function memo(address, bytes, bytes32, bytes)',
  'function aggregate3((address, bool, bytes)[])',
  'function aggregate3Value((address, bool, uint256, bytes)[])',
  'function tryAggregate(bool, (address, bytes)[])',
  'function depositForBurn(uint256, uint32, bytes32, address, bytes32, uint256, uint32)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)',
  'function multiSend(bytes)',
  'function execute(address, uint256, bytes)',
  'function execute(bytes32, bytes)',
  'function executeBatch((address, uint256, bytes)[])',
  'function handleOps((address, uint256, bytes, bytes, bytes32, uint256, bytes32, bytes, bytes)[], address)',
  'function sendProtected(bytes32, address, uint256, bytes32)',
  'function sendProtectedBatch((bytes32, address, uint256, bytes32)[])',
  'function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function depositForBurnWithHook(uint256, uint32, bytes32, address, bytes32, uint256, uint32, bytes)',
  'function depositFor(address, address, uint256)',
  'function addDelegate(address, address)',
  'function permitTransferFrom(((address, uint256), uint256, uint256), (address, uint256), address, bytes)',
  'function permitWitnessTransferFrom(((address, uint256), uint256, uint256), (address, uint256), address, bytes32, string, bytes)',
  'function disperseToken(address, address[], uint256[])',
  'function execute(bytes, bytes[], uint256)',
  'function redeemDelegations(bytes[], bytes32[], bytes[])',
  'function aggregate((address, bytes)[])',
  'function blockAndAggregate((address, bytes)[])',
  'function tryBlockAndAggregate(bool, (address, bytes)[])',
  'function executeFromExecutor(bytes32, bytes)',
  'function execTransactionFromModule(address, uint256, bytes, uint8)',
])
// The names above are overloaded, which viem types only one by one.
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)

/** Encodes an overload that has the name and the number of arguments of another function. */
const alone = (signature: string) => {
  const abi = parseAbi([signature] as never)
  return (args: readonly unknown[]): Hex => encodeFunctionData({ abi, args } as never)
}
const permit2Call = {
  transferFrom: alone('function transferFrom(address, address, uint160, address)'),
  approve: alone('function approve(address, address, uint160, uint48)'),
}
const columnsCall = alone('function executeBatch(address[], uint256[], bytes[])')
const nesting = '(bool, address, uint256, bytes, bytes)[]'
/** What single accounts have of their own. */
const ownCall = {
  signed: alone('function execute(address, uint256, bytes, bytes)'),
  flagged: alone('function callContract(address, uint256, bytes, bool)'),
  plain: alone('function execute(address, bytes)'),
  charged: alone('function execFromEntryPointWithFee(address, uint256, bytes, (address, address, uint256))'),
  nested: alone(`function execTransactionFromEntrypointBatch(${nesting})`),
  operated: alone('function execBatchTransactionFromEntrypoint(address[], uint256[], bytes[], uint8)'),
  columns: alone('function executeBatchCall(address[], uint256[], bytes[])'),
}
const earlyCall = alone(
  'function handleOps((address, uint256, bytes, bytes, uint256, uint256, uint256, uint256, uint256, bytes, bytes)[], address)',
)

/** Bridges to an account on Base's test network, by each one's number for it. */
const bridgeCall = {
  wormhole: alone('function transferTokensWithRelay(address, uint256, uint256, uint16, bytes32, uint32)'),
  across: alone(
    'function depositV3(address, address, address, address, uint256, uint256, uint256, address, uint32, uint32, uint32, bytes)',
  ),
  layerZero: alone(
    'function send((uint32, bytes32, uint256, uint256, bytes, bytes, bytes), (uint256, uint256), address)',
  ),
  mayan: alone('function forwardERC20(address, uint256, (uint256, uint256, uint8, bytes32, bytes32), address, bytes)'),
  hyperlane: alone('function transferRemote(uint32, bytes32, uint256)'),
  axelar: alone('function sendToken(string, string, string, uint256)'),
}

const chainId = 5042002
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const from = getAddress(`0x${'11'.repeat(20)}`)
const usdc: Address = '0x3600000000000000000000000000000000000000'
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const memo: Address = '0x5294E9927c3306DcBaDb03fe70b92e01cCede505'
const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const zero: Hex = `0x${'00'.repeat(32)}`

/** The payer is undefined where it is the caller. */
type Pay = readonly [payer: Address | undefined, payee: Address]
type Encoded = { to: Address; value: bigint; data: Hex; pays: readonly Pay[] }

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)
const address = bytes(20).map((one) => getAddress(one))
const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
const call = (to: Address, data: Hex, pays: readonly Pay[]): Encoded => ({ to, value: 0n, data, pays })
const token = (data: Hex, pays: readonly Pay[]): Encoded => call(usdc, data, pays)

/** One payment of each kind, most of the caller's own money, some of the owner's; encoded when it is chosen. */
function paymentsOf(payee: Address, owner: Address, contract: Address, sum: bigint): readonly (() => Encoded)[] {
  const [own, theirs]: [readonly Pay[], readonly Pay[]] = [[[undefined, payee]], [[owner, payee]]]
  const permitted = [[usdc, sum], 1n, 1n]
  const burn = [sum, 6, pad(payee), usdc]
  const routes = [
    ['0x02', 'address, address, uint160', [usdc, payee, sum]],
    ['0x04', 'address, address, uint256', [usdc, payee, sum]],
    ['0x05', 'address, address, uint256', [usdc, payee, sum]],
    ['0x0c', 'address, uint256', [payee, sum]],
  ] as const
  return [
    () => ({ to: payee, value: sum, data: '0x', pays: own }),
    () => token(encode('transfer', [payee, sum]), own),
    () => token(encode('transferFrom', [owner, payee, sum]), theirs),
    () => token(encode('approve', [payee, sum]), own),
    () => token(encode('increaseAllowance', [payee, sum]), own),
    () => token(encode('permit', [owner, payee, sum, 0n, 27, zero, zero]), theirs),
    () => token(encode('transferWithAuthorization', [owner, payee, sum, 0n, 1n, zero, '0x12']), theirs),
    () => token(encode('receiveWithAuthorization', [owner, payee, sum, 0n, 1n, zero, 27, zero, zero]), theirs),
    () => call(contract, encode('depositForBurn', [...burn, zero, 0n, 1000]), own),
    () => call(contract, encode('depositForBurnWithHook', [...burn, zero, 0n, 1000, '0x1234']), own),
    () => call(contract, encode('depositFor', [usdc, payee, sum]), own),
    () => call(contract, encode('addDelegate', [usdc, payee]), own),
    () => call(permit2, encode('permitTransferFrom', [permitted, [payee, sum], owner, '0x12']), theirs),
    () =>
      call(
        permit2,
        encode('permitWitnessTransferFrom', [permitted, [payee, sum], owner, zero, 'W w)', '0x12']),
        theirs,
      ),
    () => call(permit2, permit2Call.transferFrom([owner, payee, sum, usdc]), theirs),
    () => call(permit2, permit2Call.approve([usdc, payee, sum, 1]), own),
    () => call(contract, encode('disperseToken', [usdc, [payee, contract], [sum, 0n]]), own),
    ...routes.map(
      ([command, types, values]) =>
        () =>
          // The values fit the types of their row.
          call(contract, route([command, encodeAbiParameters(parseAbiParameters(types), values as never)]), own),
    ),
    () => call(contract, bridgeCall.wormhole([usdc, sum, 0n, 10_004, pad(payee), 0]), own),
    () => call(contract, bridgeCall.across([payee, payee, usdc, usdc, sum, sum, 84_532n, payee, 1, 1, 1, '0x']), own),
    () =>
      call(contract, bridgeCall.layerZero([[40_245, pad(payee), sum, sum, '0x', '0x', '0x'], [1n, 0n], payee]), own),
    () => call(contract, bridgeCall.hyperlane([84_532, pad(payee), sum]), own),
    () => call(contract, bridgeCall.axelar(['base-sepolia', payee, 'aUSDC', sum]), own),
    () => {
      const inner = bridgeCall.hyperlane([84_532, pad(payee), sum])
      return call(contract, bridgeCall.mayan([usdc, sum, [0n, 0n, 0, zero, zero], contract, inner]), own)
    },
    () => call(contract, encode('sendProtected', [zero, payee, sum, zero]), own),
    () => call(contract, encode('sendProtectedBatch', [[[zero, payee, sum, zero]]]), own),
    () =>
      call(
        contract,
        encode('redeemDelegations', [
          ['0x'],
          [zero],
          [encodePacked(['address', 'uint256', 'bytes'], [usdc, 0n, encode('transfer', [payee, sum])])],
        ]),
        own,
      ),
  ]
}

const payment: fc.Arbitrary<Encoded> = fc
  .tuple(address, address, address, amount, fc.nat())
  .map(([payee, owner, contract, sum, kind]) => {
    const all = paymentsOf(payee, owner, contract, sum)
    // The remainder is a valid index.
    return (all[kind % all.length] as () => Encoded)()
  })

function route([command, input]: readonly [Hex, Hex]): Hex {
  return encode('execute', [command, [input], 1n])
}

/** Calls that move nothing of the account: amounts of zero, a permit of another account for itself, reads. */
const nothing: fc.Arbitrary<Encoded> = fc.tuple(address, amount, fc.nat(6)).map(([other, sum, kind]) => {
  const all = [
    ['approve', [other, 0n]],
    ['permit', [other, other, sum, 0n, 27, zero, zero]],
    ['transfer', [other, 0n]],
    ['balanceOf', [other]],
    ['allowance', [other, other]],
    ['decimals', []],
    ['increaseAllowance', [other, 0n]],
  ] as const
  // One of the seven.
  const [name, args] = all[kind] as (typeof all)[number]
  return token(encode(name, args), [])
})

/** The account that executes a call pays it, unless the call names another payer. */
function paidBy(account: Address, pays: readonly Pay[]): Pay[] {
  return pays.map(([payer = account, payee]) => [payer, payee])
}

/** Calls nested in calls, up to a depth; see `wrap` for the kinds. */
function wrapped(leaf: fc.Arbitrary<Encoded>, depth: number): fc.Arbitrary<Encoded> {
  if (depth === 0) return leaf
  const inner = fc.array(wrapped(leaf, depth - 1), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.nat(22), address).map(([calls, kind, account]) => wrap(calls, kind, account)),
  )
}

function wrap(calls: readonly Encoded[], kind: number, account: Address): Encoded {
  const [first] = calls as [Encoded]
  const value = calls.reduce((sum, one) => sum + one.value, 0n)
  const shared = calls.flatMap((one) => one.pays)
  const free = calls.every((one) => one.value === 0n)
  const one = { value: 0n, pays: paidBy(account, first.pays) }
  const all = { value: 0n, pays: paidBy(account, shared) }
  const batch = calls.map(({ to, value, data }) => [to, value, data])
  if (kind === 0 && first.value === 0n)
    return { ...first, to: memo, data: encode('memo', [first.to, first.data, zero, '0x']) }
  if (kind === 1 && free)
    return {
      value: 0n,
      pays: shared,
      to: multicall3,
      data: encode('aggregate3', [calls.map(({ to, data }) => [to, true, data])]),
    }
  if (kind === 2 && free)
    return {
      value: 0n,
      pays: shared,
      to: multicall3,
      data: encode('tryAggregate', [false, calls.map(({ to, data }) => [to, data])]),
    }
  if (kind === 3)
    return {
      value,
      pays: shared,
      to: multicall3,
      data: encode('aggregate3Value', [calls.map((c) => [c.to, true, c.value, c.data])]),
    }
  if (kind === 4) return { ...one, to: account, data: safe(first.to, first.value, first.data, 0) }
  if (kind === 5) {
    const packed = concatHex(
      calls.map(({ to, value, data }) =>
        encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
      ),
    )
    return { ...all, to: account, data: safe(multiSend, 0n, encode('multiSend', [packed]), 1) }
  }
  if (kind === 6) {
    const executions = encodeAbiParameters(parseAbiParameters('(address, uint256, bytes)[]'), [batch as never])
    return { ...all, to: account, data: encode('execute', [`0x01${'00'.repeat(31)}`, executions]) }
  }
  const pairs = calls.map(({ to, data }) => [to, data])
  const plain = { value: 0n, pays: shared, to: multicall3 }
  if (kind === 8 && free) return { ...plain, data: encode('aggregate', [pairs]) }
  if (kind === 9 && free) return { ...plain, data: encode('blockAndAggregate', [pairs]) }
  if (kind === 10 && free) return { ...plain, data: encode('tryBlockAndAggregate', [true, pairs]) }
  const columns = [calls.map(({ to }) => to), calls.map(({ value }) => value), calls.map(({ data }) => data)]
  if (kind === 11) return { ...all, to: account, data: columnsCall(columns) }
  if (kind === 12) {
    const packed = encodePacked(['address', 'uint256', 'bytes'], [first.to, first.value, first.data])
    return { ...one, to: account, data: encode('executeFromExecutor', [zero, packed]) }
  }
  if (kind === 13)
    return { ...one, to: account, data: encode('execTransactionFromModule', [first.to, first.value, first.data, 0]) }
  const single = [first.to, first.value, first.data]
  if (kind === 16) return { ...one, to: account, data: ownCall.signed([...single, '0x12']) }
  if (kind === 17) return { ...one, to: account, data: ownCall.flagged([...single, true]) }
  if (kind === 18 && first.value === 0n) return { ...one, to: account, data: ownCall.plain([first.to, first.data]) }
  if (kind === 19) {
    // The rest of the calls is nested in the first.
    const list = (some: readonly Encoded[], rest: Hex) =>
      some.map(({ to, value: sum, data }) => [true, to, sum, data, rest] as const)
    const nested = encodeAbiParameters(parseAbiParameters(nesting), [list(calls.slice(1), '0x')])
    return { ...all, to: account, data: ownCall.nested([list([first], nested)]) }
  }
  if (kind === 20) return { ...all, to: account, data: ownCall.operated([...columns, 0]) }
  if (kind === 21) return { ...all, to: account, data: ownCall.columns(columns) }
  if (kind === 22) {
    // The account pays the fee to the first payee once more, or nothing where there is none.
    const [payee] = first.pays
    const fee = [usdc, payee?.[1] ?? account, 7n]
    const paid: readonly Pay[] = payee ? [[account, payee[1]]] : []
    return { value: 0n, to: account, pays: [...one.pays, ...paid], data: ownCall.charged([...single, fee]) }
  }
  const execute = encode('executeBatch', [batch])
  if (kind === 7) return { ...all, to: account, data: execute }
  if (kind === 14) {
    const early = [account, 0n, '0x', execute, 0n, 0n, 0n, 0n, 0n, '0x', '0x']
    return { ...all, to: account, data: earlyCall([[early], account]) }
  }
  const operation = [account, 0n, '0x', execute, zero, 0n, zero, '0x', '0x']
  return { ...all, to: account, data: encode('handleOps', [[operation], account]) }
}

function safe(to: Address, value: bigint, data: Hex, operation: number): Hex {
  return encode('execTransaction', [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'])
}

function pad(one: Address): Hex {
  return `0x${'00'.repeat(12)}${one.slice(2)}`
}

function hexOf(one: Uint8Array): Hex {
  return `0x${Buffer.from(one).toString('hex')}`
}

test('every payee of a nested payment is found, and nothing of it is refused', () => {
  fc.assert(
    fc.property(wrapped(payment, 3), ({ to, value, data, pays }) => {
      const { movements, refusal } = decodeCall({ chainId, from, to, value, data })
      expect(refusal).toBeUndefined()
      const found = movements.map(({ payer, payee }) => `${payer} pays ${payee}`)
      // Nothing is missing, and nothing is invented.
      expect([...new Set(found)].sort()).toEqual(
        [...new Set(paidBy(from, pays).map(([a, b]) => `${a} pays ${b}`))].sort(),
      )
    }),
    runs(400, 20_000),
  )
})

test('what moves nothing is neither judged nor refused', () => {
  fc.assert(
    fc.property(wrapped(nothing, 3), ({ to, data }) => {
      const { movements, refusal } = decodeCall({ chainId, from, to, data })
      expect({ movements, refusal }).toEqual({ movements: [], refusal: undefined })
    }),
    runs(500, 100_000),
  )
})

test('arguments are read as another decoder reads them', () => {
  fc.assert(
    fc.property(wrapped(payment, 2), fc.nat(), fc.nat(255), fc.boolean(), ({ data }, at, byte, isBroken) => {
      const place = 10 + 2 * (at % Math.max(1, size(data) - 4))
      const changed = `${data.slice(0, place)}${byte.toString(16).padStart(2, '0')}${data.slice(place + 2)}`
      // One byte is replaced, so the text is still hex.
      const given = (isBroken && size(data) > 4 ? changed : data) as Hex
      const entry = knownEntries().get(given.slice(0, 10) as Hex)
      if (entry === undefined) return
      const inputs = widened(entry.inputs)
      const ours = attempt(() => readAbi(inputs, given, 4))
      const theirs = attempt(() => decodeAbiParameters(inputs, slice(given, 4)))
      // One of them may refuse what no encoder writes, such as a boolean of 2. Where both decode, the results are equal.
      if (ours !== undefined && theirs !== undefined) expect(lowered(ours)).toEqual(lowered(theirs))
      if (!isBroken) expect(ours).toBeDefined()
    }),
    runs(1_000, 50_000),
  )
})

/**
 * Types that both decoders read alike: ours leaves text encoded, and cuts a number to its type instead of refusing it, as early
 * contracts do.
 */
function widened(inputs: readonly AbiParameter[]): readonly AbiParameter[] {
  const text = JSON.stringify(inputs).replaceAll('"type":"string"', '"type":"bytes"')
  return JSON.parse(text.replaceAll(/"type":"uint\d+/g, '"type":"uint256'))
}

/** Undefined where it throws. */
function attempt<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Addresses in one case, numbers as one type, and structs as lists. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value === 'string') return value.toLowerCase()
  if (typeof value === 'object' && value !== null) return Object.values(value).map(lowered)
  return typeof value === 'number' ? BigInt(value) : value
}

test('throws on no bytes', () => {
  const selectors = [...knownEntries().values()].map(({ selector }) => selector)
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map(hexOf),
    fc
      .tuple(fc.constantFrom(...selectors), fc.array(fc.oneof(bytes(32), fc.nat(400).map(wordOf)), { maxLength: 24 }))
      .map(([selector, words]) => concatHex([selector, ...words])),
  )
  const broken = fc.tuple(wrapped(payment, 2), fc.nat(), fc.nat(255)).map(([{ data }, at, byte]) => {
    const place = 2 + (at % Math.max(1, size(data))) * 2
    return `${data.slice(0, place)}${byte.toString(16).padStart(2, '0')}${data.slice(place + 2)}` as Hex
  })
  fc.assert(
    fc.property(fc.oneof(noise, broken), fc.bigInt({ min: 0n, max: 5n }), (data, value) => {
      expect(decodeCall({ chainId, from, to: usdc, value, data }).movements.length).toBeLessThanOrEqual(256)
    }),
    runs(1_000, 50_000),
  )
})

function wordOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}
