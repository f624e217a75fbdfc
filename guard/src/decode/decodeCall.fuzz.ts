import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

/** Written anew from the standards: nothing of the decoder takes part in encoding. */
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
])
// The names above are overloaded, which viem types only one by one.
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)

const chainId = 5042002
const from = getAddress(`0x${'11'.repeat(20)}`)
const usdc: Address = '0x3600000000000000000000000000000000000000'
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const memo: Address = '0x5294E9927c3306DcBaDb03fe70b92e01cCede505'
const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const zero: Hex = `0x${'00'.repeat(32)}`

type Encoded = { to: Address; value: bigint; data: Hex; payees: readonly Address[] }

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)
const address = bytes(20).map((one) => getAddress(one))
const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
const token = (data: Hex, payees: readonly Address[]): Encoded => ({ to: usdc, value: 0n, data, payees })

const payment: fc.Arbitrary<Encoded> = fc
  .tuple(address, address, amount, fc.nat(7))
  .map(([payee, owner, sum, kind]) => {
    const all: readonly Encoded[] = [
      { to: payee, value: sum, data: '0x', payees: [payee] },
      token(encode('transfer', [payee, sum]), [payee]),
      token(encode('transferFrom', [owner, payee, sum]), [payee]),
      token(encode('approve', [payee, sum]), [payee]),
      token(encode('permit', [owner, payee, sum, 0n, 27, zero, zero]), [payee]),
      token(encode('transferWithAuthorization', [owner, payee, sum, 0n, 1n, zero, '0x12']), [payee]),
      {
        to: owner,
        value: 0n,
        data: encode('depositForBurn', [sum, 6, pad(payee), usdc, zero, 0n, 1000]),
        payees: [payee],
      },
      { to: owner, value: 0n, data: encode('sendProtected', [zero, payee, sum, zero]), payees: [payee] },
    ]
    return all[kind] as Encoded
  })

/** What moves nothing of the account. Approvals and permits are of accounts to themselves. */
const nothing: fc.Arbitrary<Encoded> = fc.tuple(address, amount, fc.nat(6)).map(([other, sum, kind]) => {
  const all: readonly Hex[] = [
    encode('approve', [other, 0n]),
    encode('permit', [other, other, sum, 0n, 27, zero, zero]),
    encode('transfer', [other, 0n]),
    encode('balanceOf', [other]),
    encode('allowance', [other, other]),
    encode('decimals', []),
    encode('increaseAllowance', [other, 0n]),
  ]
  return token(all[kind] as Hex, [])
})

/** Calls around calls: which, the account that executes them, and what. */
function wrapped(leaf: fc.Arbitrary<Encoded>, depth: number): fc.Arbitrary<Encoded> {
  if (depth === 0) return leaf
  const inner = fc.array(wrapped(leaf, depth - 1), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    leaf,
    fc.tuple(inner, fc.nat(8), address).map(([calls, kind, account]) => wrap(calls, kind, account)),
  )
}

function wrap(calls: readonly Encoded[], kind: number, account: Address): Encoded {
  const [first] = calls as [Encoded]
  const value = calls.reduce((sum, one) => sum + one.value, 0n)
  const payees = calls.flatMap((one) => one.payees)
  const free = calls.every((one) => one.value === 0n)
  const one = { value: 0n, payees: first.payees }
  const all = { value: 0n, payees }
  const batch = calls.map(({ to, value, data }) => [to, value, data])
  const executions = encodeAbiParameters(parseAbiParameters('(address, uint256, bytes)[]'), [batch as never])
  const packed = concatHex(
    calls.map(({ to, value, data }) =>
      encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
    ),
  )
  if (kind === 0 && first.value === 0n)
    return { ...one, to: memo, data: encode('memo', [first.to, first.data, zero, '0x']) }
  if (kind === 1 && free)
    return { ...all, to: multicall3, data: encode('aggregate3', [calls.map(({ to, data }) => [to, true, data])]) }
  if (kind === 2 && free)
    return { ...all, to: multicall3, data: encode('tryAggregate', [false, calls.map(({ to, data }) => [to, data])]) }
  if (kind === 3)
    return {
      value,
      payees,
      to: multicall3,
      data: encode('aggregate3Value', [calls.map((c) => [c.to, true, c.value, c.data])]),
    }
  if (kind === 4) return { ...one, to: account, data: safe(first.to, first.value, first.data, 0) }
  if (kind === 5) return { ...all, to: account, data: safe(multiSend, 0n, encode('multiSend', [packed]), 1) }
  if (kind === 6) return { ...all, to: account, data: encode('execute', [`0x01${'00'.repeat(31)}`, executions]) }
  const execute = encode('executeBatch', [batch])
  if (kind === 7) return { ...all, to: account, data: execute }
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
    fc.property(wrapped(payment, 3), ({ to, value, data, payees }) => {
      const { movements, refusal } = decodeCall({ chainId, from, to, value, data })
      expect(refusal).toBeUndefined()
      expect(movements.map(({ payee }) => payee)).toEqual(expect.arrayContaining([...payees]))
      // Nothing is invented: every payee reported was encoded.
      expect(payees).toEqual(expect.arrayContaining(movements.map(({ payee }) => payee)))
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

test('whatever the bytes, it does not throw', () => {
  const selectors = abi.map((_, index) => index)
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map(hexOf),
    fc
      .tuple(fc.constantFrom(...selectors), fc.array(fc.oneof(bytes(32), fc.nat(400).map(wordOf)), { maxLength: 24 }))
      .map(([index, words]) => concatHex([selectorAt(index), ...words])),
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

function selectorAt(index: number): Hex {
  const item = abi[index] as (typeof abi)[number]
  return encodeFunctionData({ abi: [item], args: item.inputs.map(({ type }) => placeholder(type)) } as never).slice(
    0,
    10,
  ) as Hex
}

function placeholder(type: string): unknown {
  if (type.endsWith('[]')) return []
  if (type === 'address') return zeroAddress
  if (type === 'bytes32') return zero
  if (type === 'bytes') return '0x'
  if (type === 'bool') return false
  return /^uint(?:8|16|32|48)$/.test(type) ? 0 : 0n
}
