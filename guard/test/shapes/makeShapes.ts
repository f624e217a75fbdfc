import { deployments } from '@holdfast/contracts'
import {
  AbiCoder,
  concat,
  getAddress,
  Interface,
  sha256,
  solidityPacked,
  TypedDataEncoder,
  Wallet,
  ZeroAddress,
  ZeroHash,
  zeroPadValue,
} from 'ethers'

/**
 * Calldata in the shapes that real payments have: 50 of each carrier, with what the decoder must find in them.
 *
 * They are made, and not recorded from a chain: the signatures are those of the deployed contracts, ethers encodes them, and
 * the addresses and amounts are drawn from a fixed seed. Nothing of the decoder, nor of viem, takes part. Run
 * `npx tsx guard/test/shapes/generate.ts` after a change; a test compares the file with what this makes.
 */
export async function makeShapes(): Promise<Readonly<Record<string, readonly Shape[]>>> {
  const made: Record<string, Shape[]> = {}
  for (const [carrier, make] of Object.entries(makers)) {
    const draw = drawer(carrier)
    const shapes: Shape[] = []
    for (let index = 0; index < perCarrier; index++) shapes.push(await make(draw, index))
    made[carrier] = shapes
  }
  return made
}

/** What is decoded, on Arc testnet, and what it pays. */
export type Shape = {
  from: string
  /** A call. */
  call?: { to: string; value: string; data: string }
  /** A signed transaction. */
  raw?: string
  /** As `eth_signTypedData_v4` takes it. */
  typedData?: unknown
  pays: readonly Payment[]
}

/** Payer, payee, the payee's chain, token, and amount; `any` where it has no limit. */
export type Payment = readonly [payer: string, payee: string, chainId: number, token: string, amount: string]

const perCarrier = 50
const arc = 5_042_002
const usdc = '0x3600000000000000000000000000000000000000'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const memo = '0x5294E9927c3306DcBaDb03fe70b92e01cCede505'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const multicall3From = '0x522fAf9A91c41c443c66765030741e4AaCe147D0'
/** MultiSend and MultiSendCallOnly of Safe 1.4.1. */
const multiSends = ['0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2']
const entryPoints = {
  early: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  packed: ['0x0000000071727De22E5E9d8BAf0edAc6f37da032', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'],
}
const domains = [
  [0, 11_155_111],
  [3, 421_614],
  [6, 84_532],
] as const

type Draw = ReturnType<typeof drawer>
type Inner = { to: string; value: bigint; data: string; pays: Payment[] }

/** Draws that the seed repeats. */
function drawer(seed: string) {
  let count = 0
  const word = () => sha256(Buffer.from(`${seed} ${count++}`))
  const nat = (below: number) => Number(BigInt(word()) % BigInt(below))
  return {
    word,
    nat,
    address: () => getAddress(word().slice(0, 42)),
    /** From the smallest unit over round sums to a million USDC. */
    amount: () => [1n, 10_000n, 1_000_000n, 25_000_000n, 1_000_000_000n, BigInt(1 + nat(10 ** 12))][nat(6)] as bigint,
    bytes: (length: number) => concat(Array.from({ length: Math.ceil(length / 32) }, word)).slice(0, 2 + length * 2),
    pick: <one>(list: readonly one[]) => list[nat(list.length)] as one,
    /** Of elements in a batch, a few. */
    many: <one>(make: () => one) => Array.from({ length: [1, 1, 2, 3][nat(4)] as number }, make),
  }
}

const coder = AbiCoder.defaultAbiCoder()

function encode(signature: string, args: readonly unknown[]): string {
  return new Interface([`function ${signature}`]).encodeFunctionData(signature.slice(0, signature.indexOf('(')), args)
}

const unlimited = 2n ** 256n - 1n
const authorization = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
const vrs = 'uint8 v, bytes32 r, bytes32 s'
const pay = (payer: string, payee: string, amount: bigint | 'any', token = usdc, chainId = arc): Payment => [
  payer,
  payee,
  chainId,
  token,
  String(amount),
]

function transfer(draw: Draw, payer: string): Inner {
  const [payee, amount, owner] = [draw.address(), draw.amount(), draw.address()]
  const call = (signature: string, args: unknown[], from = payer): Inner => ({
    to: usdc,
    value: 0n,
    data: encode(signature, args),
    pays: [pay(from, payee, amount)],
  })
  return draw.nat(3) > 0
    ? call('transfer(address to, uint256 amount)', [payee, amount])
    : call('transferFrom(address from, address to, uint256 amount)', [owner, payee, amount], owner)
}

function authorized(draw: Draw): Inner {
  const [from, payee, amount] = [draw.address(), draw.address(), draw.amount()]
  const fields = [from, payee, amount, 0n, BigInt(1_790_000_000 + draw.nat(10 ** 7)), draw.word()]
  const name = draw.pick(['transferWithAuthorization', 'receiveWithAuthorization'])
  const data = draw.nat(2)
    ? encode(`${name}(${authorization}, ${vrs})`, [...fields, 27 + draw.nat(2), draw.word(), draw.word()])
    : encode(`${name}(${authorization}, bytes signature)`, [...fields, draw.bytes(draw.pick([65, 65, 130, 320]))])
  return { to: usdc, value: 0n, data, pays: [pay(from, payee, amount)] }
}

function allowed(draw: Draw, payer: string): Inner {
  const [spender, owner] = [draw.address(), draw.address()]
  const amount = draw.nat(3) === 0 ? unlimited : draw.amount()
  const shown = amount === unlimited ? 'any' : amount
  const deadline = BigInt(1_790_000_000 + draw.nat(10 ** 7))
  const [own, others] = [[pay(payer, spender, shown)], [pay(owner, spender, shown)]]
  const permit = 'permit(address owner, address spender, uint256 value, uint256 deadline'
  const all: [string, unknown[], Payment[]][] = [
    ['approve(address spender, uint256 amount)', [spender, amount], own],
    ['increaseAllowance(address spender, uint256 increment)', [spender, amount], own],
    [`${permit}, ${vrs})`, [owner, spender, amount, deadline, 27 + draw.nat(2), draw.word(), draw.word()], others],
    [`${permit}, bytes signature)`, [owner, spender, amount, deadline, draw.bytes(65)], others],
  ]
  const [signature, args, pays] = draw.pick(all)
  return { to: usdc, value: 0n, data: encode(signature, args), pays }
}

function burned(draw: Draw, payer: string): Inner {
  const [payee, amount, [domain, chainId]] = [draw.address(), draw.amount(), draw.pick(domains)]
  const recipient = zeroPadValue(payee, 32)
  const v1 = 'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken'
  const v2 = `${v1}, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold`
  const caller = draw.nat(2) ? ZeroHash : zeroPadValue(draw.address(), 32)
  const finality = [amount / 1_000n, draw.pick([1_000, 2_000])]
  const all: [string, unknown[]][] = [
    [`depositForBurn(${v1})`, []],
    [`depositForBurnWithCaller(${v1}, bytes32 destinationCaller)`, [caller]],
    [`depositForBurn(${v2})`, [caller, ...finality]],
    [`depositForBurnWithHook(${v2}, bytes hookData)`, [caller, ...finality, draw.bytes(4 + draw.nat(200))]],
  ]
  const [signature, rest] = draw.pick(all)
  const data = encode(signature, [amount, domain, recipient, usdc, ...rest])
  return { to: draw.address(), value: 0n, data, pays: [pay(payer, payee, amount, usdc, chainId)] }
}

function coin(draw: Draw, payer: string): Inner {
  const [to, value] = [draw.address(), draw.amount() * 10n ** 12n]
  return { to, value, data: '0x', pays: [pay(payer, to, value, 'native')] }
}

/** Any payment that a batch may hold. */
function anyOf(draw: Draw, payer: string, withCoin = true): Inner {
  const all = [transfer, transfer, authorized, allowed, burned, ...(withCoin ? [coin] : [])]
  return draw.pick(all)(draw, payer)
}

const paysOf = (inner: readonly Inner[]) => inner.flatMap(({ pays }) => pays)
const sumOf = (inner: readonly Inner[]) => inner.reduce((sum, { value }) => sum + value, 0n)

function unwrapped(from: string, { to, value, data, pays }: Inner): Shape {
  return { from, call: { to, value: String(value), data }, pays }
}

function multicalled(draw: Draw, payer: string): Inner {
  const kind = draw.nat(6)
  const inner = draw.many(() => anyOf(draw, payer, kind === 1))
  const calls = inner.map(({ to, data }) => [to, data])
  const plain = '(address target, bytes callData)[] calls'
  const all: [string, unknown[]][] = [
    [
      'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      [calls.map(([to, data]) => [to, draw.nat(2) === 1, data])],
    ],
    [
      'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
      [inner.map(({ to, value, data }) => [to, false, value, data])],
    ],
    [`aggregate(${plain})`, [calls]],
    [`blockAndAggregate(${plain})`, [calls]],
    [`tryAggregate(bool requireSuccess, ${plain})`, [true, calls]],
    [`tryBlockAndAggregate(bool requireSuccess, ${plain})`, [false, calls]],
  ]
  const [signature, args] = all[kind] as [string, unknown[]]
  const to = draw.pick([multicall3, multicall3From])
  return { to, value: sumOf(inner), data: encode(signature, args), pays: paysOf(inner) }
}

function noted({ to, data, pays }: Inner, draw: Draw): Inner {
  const args = [to, data, draw.word(), draw.bytes(draw.nat(100))]
  const signature = 'memo(address target, bytes data, bytes32 memoId, bytes memoData)'
  return { to: memo, value: 0n, data: encode(signature, args), pays }
}

/** Whatever a Safe or another account executes, it pays. */
function safe(draw: Draw, account: string, inner: Inner, operation = 0, refund = false): Inner {
  const [receiver, gasPrice] = [draw.address(), refund ? 10n ** 9n : 0n]
  const signature =
    'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)'
  const rest = [0n, refund ? 60_000n : 0n, gasPrice, ZeroAddress, refund ? receiver : ZeroAddress]
  const args = [inner.to, inner.value, inner.data, operation, ...rest, draw.bytes(65 * (1 + draw.nat(4)))]
  const refunded = refund ? [pay(account, receiver, 'any', 'native')] : []
  return { to: account, value: 0n, data: encode(signature, args), pays: [...inner.pays, ...refunded] }
}

function sentMany(draw: Draw, inner: readonly Inner[]): Inner {
  const packed = inner.map(({ to, value, data }) =>
    solidityPacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, value, BigInt(data.length / 2 - 1), data],
    ),
  )
  return {
    to: draw.pick(multiSends),
    value: 0n,
    data: encode('multiSend(bytes transactions)', [concat(packed)]),
    pays: paysOf(inner),
  }
}

function executed(draw: Draw, account: string): Inner {
  const kind = draw.nat(9)
  const isSingle = [0, 1, 4, 7].includes(kind)
  const inner = isSingle ? [anyOf(draw, account)] : draw.many(() => anyOf(draw, account))
  const [first] = inner as [Inner]
  const batch = inner.map(({ to, value, data }) => [to, value, data])
  const encoded = coder.encode(['tuple(address, uint256, bytes)[]'], [batch])
  const packed = solidityPacked(['address', 'uint256', 'bytes'], [first.to, first.value, first.data])
  const modeOf = (start: string) => start.padEnd(66, '0')
  const columns = [inner.map(({ to }) => to), inner.map(({ value }) => value), inner.map(({ data }) => data)]
  const all: [string, unknown[]][] = [
    ['execute(address target, uint256 value, bytes data)', [first.to, first.value, first.data]],
    ['execute(bytes32 mode, bytes executionCalldata)', [modeOf('0x0000'), packed]],
    ['execute(bytes32 mode, bytes executionCalldata)', [modeOf('0x0100'), encoded]],
    [
      'execute(bytes32 mode, bytes executionData)',
      [modeOf('0x01000000000078210001'), coder.encode(['tuple(address, uint256, bytes)[]', 'bytes'], [batch, '0x'])],
    ],
    ['executeFromExecutor(bytes32 mode, bytes executionCalldata)', [modeOf('0x0001'), packed]],
    ['executeBatch(address[] dest, uint256[] value, bytes[] func)', columns],
    ['executeBatch((address target, uint256 value, bytes data)[] calls)', [batch]],
    ['execute(address to, uint256 value, bytes data, uint8 operation)', [first.to, first.value, first.data, 0]],
    [
      'execute(bytes32 mode, bytes executionData)',
      [
        modeOf('0x01000000000078210002'),
        coder.encode(
          ['bytes[]'],
          [inner.map((one) => coder.encode(['tuple(address, uint256, bytes)[]'], [[[one.to, one.value, one.data]]]))],
        ),
      ],
    ],
  ]
  const [signature, args] = all[kind] as [string, unknown[]]
  return { to: account, value: 0n, data: encode(signature, args), pays: paysOf(inner) }
}

function operated(draw: Draw): Inner {
  const isEarly = draw.nat(3) === 0
  const operations = draw.many(() => {
    const account = draw.address()
    const { data, pays } = executed(draw, account)
    const callData = draw.nat(4) === 0 ? concat(['0x8dd7712f', data]) : data
    const paymaster = draw.nat(2) ? draw.bytes(20 + 64) : '0x'
    const head = [account, BigInt(draw.nat(1_000)), draw.nat(3) ? '0x' : draw.bytes(120), callData]
    const gas = isEarly ? [200_000n, 150_000n, 50_000n, 10n ** 10n, 10n ** 9n] : [draw.word(), 50_000n, draw.word()]
    return { pays, fields: [...head, ...gas, paymaster, draw.bytes(65)] }
  })
  const early =
    '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)'
  const packed =
    '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'
  const signature = `handleOps(${isEarly ? early : packed}[] ops, address beneficiary)`
  return {
    to: isEarly ? entryPoints.early : draw.pick(entryPoints.packed),
    value: 0n,
    data: encode(signature, [operations.map(({ fields }) => fields), draw.address()]),
    pays: operations.flatMap(({ pays }) => pays),
  }
}

function byPermit2(draw: Draw, payer: string): Inner {
  const owner = draw.address()
  const parts = draw.many(() => ({ payee: draw.address(), amount: draw.amount() }))
  const [{ payee, amount }] = parts as [(typeof parts)[0]]
  const token = '(address token, uint256 amount)'
  const details = '(address to, uint256 requestedAmount)'
  const allowance = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
  const [nonce, deadline] = [BigInt(draw.word()), 1_790_000_000n]
  const one = [[usdc, amount], nonce, deadline]
  const many = [parts.map((part) => [usdc, part.amount]), nonce, deadline]
  const [to, tos] = [[payee, amount], parts.map((part) => [part.payee, part.amount])]
  const signed = draw.bytes(65)
  const witness = [draw.word(), 'Order witness)Order(bytes32 id)TokenPermissions(address token,uint256 amount)', signed]
  const isAll = draw.nat(3) === 0
  const limit = isAll ? 2n ** 160n - 1n : amount
  const allowedOne = [usdc, limit, 1_790_000_000, 3]
  const shown = isAll ? 'any' : amount
  const [first, all] = [[pay(owner, payee, amount)], parts.map((part) => pay(owner, part.payee, part.amount))]
  const rows: [string, unknown[], Payment[]][] = [
    [
      `permitTransferFrom((${token} permitted, uint256 nonce, uint256 deadline) permit, ${details} transferDetails, address owner, bytes signature)`,
      [one, to, owner, signed],
      first,
    ],
    [
      `permitTransferFrom((${token}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] transferDetails, address owner, bytes signature)`,
      [many, tos, owner, signed],
      all,
    ],
    [
      `permitWitnessTransferFrom((${token} permitted, uint256 nonce, uint256 deadline) permit, ${details} transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      [one, to, owner, ...witness],
      first,
    ],
    [
      `permitWitnessTransferFrom((${token}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      [many, tos, owner, ...witness],
      all,
    ],
    ['transferFrom(address from, address to, uint160 amount, address token)', [owner, payee, amount, usdc], first],
    [
      'transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
      [parts.map((part) => [owner, part.payee, part.amount, usdc])],
      all,
    ],
    [
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      [usdc, payee, limit, 1_790_000_000],
      [pay(payer, payee, shown)],
    ],
    [
      `permit(address owner, (${allowance} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
      [owner, [allowedOne, payee, deadline], signed],
      [pay(owner, payee, shown)],
    ],
    [
      `permit(address owner, (${allowance}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
      [owner, [[allowedOne], payee, deadline], signed],
      [pay(owner, payee, shown)],
    ],
  ]
  const [signature, args, pays] = draw.pick(rows)
  return { to: permit2, value: 0n, data: encode(signature, args), pays }
}

/** Commands of the Universal Router that pay out to another account. */
function routed(draw: Draw, payer: string): Inner {
  const steps = draw.many(() => {
    const [payee, owner, amount, other] = [draw.address(), draw.address(), draw.amount(), draw.address()]
    const path = solidityPacked(['address', 'uint24', 'address'], [other, 500, usdc])
    const swapInput = (types: string[], end: unknown) => coder.encode(types, [payee, amount, 1n, end, true])
    const any = [pay(payer, payee, 'any')]
    const all: [string, string, Payment[]][] = [
      ['0x00', swapInput(['address', 'uint256', 'uint256', 'bytes', 'bool'], path), any],
      ['0x08', swapInput(['address', 'uint256', 'uint256', 'address[]', 'bool'], [other, usdc]), any],
      ['0x02', coder.encode(['address', 'address', 'uint160'], [usdc, payee, amount]), [pay(payer, payee, amount)]],
      ['0x04', coder.encode(['address', 'address', 'uint256'], [usdc, payee, amount]), any],
      ['0x05', coder.encode(['address', 'address', 'uint256'], [usdc, payee, amount]), [pay(payer, payee, amount)]],
      ['0x06', coder.encode(['address', 'address', 'uint256'], [usdc, payee, 25n]), any],
      ['0x0c', coder.encode(['address', 'uint256'], [payee, 1n]), [pay(payer, payee, 'any', 'native')]],
      [
        '0x0d',
        coder.encode(['tuple(address, address, uint160, address)[]'], [[[owner, payee, amount, usdc]]]),
        [pay(owner, payee, amount)],
      ],
      [
        '0x10',
        coder.encode(
          ['bytes', 'bytes[]'],
          ['0x0e', [coder.encode(['address', 'address', 'uint256'], [usdc, payee, 0n])]],
        ),
        any,
      ],
    ]
    const [command, input, pays] = draw.pick(all)
    return { command, input, pays }
  })
  const [commands, inputs] = [concat(steps.map(({ command }) => command)), steps.map(({ input }) => input)]
  const data = draw.nat(3)
    ? encode('execute(bytes commands, bytes[] inputs, uint256 deadline)', [commands, inputs, 1_790_000_000n])
    : encode('execute(bytes commands, bytes[] inputs)', [commands, inputs])
  return { to: draw.address(), value: 0n, data, pays: steps.flatMap(({ pays }) => pays) }
}

function dispersed(draw: Draw, payer: string): Inner {
  const parts = draw.many(() => ({ payee: draw.address(), amount: draw.amount() }))
  const lists = [parts.map(({ payee }) => payee), parts.map(({ amount }) => amount)]
  const signature = draw.pick(['disperseToken', 'disperseTokenSimple'])
  return {
    to: draw.address(),
    value: 0n,
    data: encode(`${signature}(address token, address[] recipients, uint256[] values)`, [usdc, ...lists]),
    pays: parts.map(({ payee, amount }) => pay(payer, payee, amount)),
  }
}

/** Our own contracts, on Arc testnet. */
function protectedOnes(draw: Draw, payer: string): Inner {
  const { transferContract, shieldVault, privatePayRouter } = deployments[arc]
  const [payee, amount, owner] = [draw.address(), draw.amount(), draw.address()]
  const parts = draw.many(() => [draw.word(), draw.address(), draw.amount(), draw.word()] as const)
  const item = 'bytes32 configId, address to, uint256 amount, bytes32 claimHash'
  const fields = [draw.word(), payee, amount, draw.word()]
  const signed = [BigInt(draw.nat(1_000)), 1_790_000_000n, draw.bytes(65)]
  const authorized = [0n, 1_790_000_000n, draw.word(), draw.bytes(65)]
  const after = 'uint256 validAfter, uint256 validBefore, bytes32 nonceSalt, bytes signature'
  const batch = (from: string) => parts.map(([, to, sum]) => pay(from, to, sum))
  const policy =
    '(address token, address cosigner, bytes32 vaultHash, address target, uint256 maxAmount, uint256 perPullMax, uint40 expiry, uint40 interval, uint8 mode) p'
  const terms = [usdc, draw.address(), draw.word(), payee, amount, 0n, 1_790_000_000, 0, 1]
  const [mine, theirs] = [[pay(payer, payee, amount)], [pay(owner, payee, amount)]]
  const all: [string, string, unknown[], Payment[]][] = [
    [transferContract, `sendProtected(${item})`, fields, mine],
    [transferContract, `sendProtectedBatch((${item})[] items)`, [parts], batch(payer)],
    [
      transferContract,
      `sendProtectedWithPermit(${item}, uint256 nonce, uint256 deadline, bytes signature)`,
      [...fields, ...signed],
      mine,
    ],
    [
      transferContract,
      `sendProtectedWithAuthorization(address from, ${item}, ${after})`,
      [owner, ...fields, ...authorized],
      theirs,
    ],
    [
      transferContract,
      `sendProtectedBatchWithAuthorization(address from, (${item})[] items, ${after})`,
      [owner, parts, ...authorized],
      batch(owner),
    ],
    [
      transferContract,
      `sendProtectedWithWitness(address from, ${item}, uint256 nonce, uint256 deadline, bytes signature)`,
      [owner, ...fields, ...signed],
      theirs,
    ],
    [shieldVault, 'depositFor(address owner, uint256 amount)', [payee, amount], mine],
    [shieldVault, 'withdraw(address to, uint256 amount)', [payee, amount], mine],
    [
      privatePayRouter,
      `createFundAndPay(bytes32 ownerHash, bytes32 salt, ${policy}, uint256 amount, bytes cosignerSig, uint256 nonce, uint256 deadline, bytes permitSig)`,
      [draw.word(), draw.word(), terms, amount, draw.bytes(65), ...signed],
      mine,
    ],
    [
      privatePayRouter,
      `createFundAndPayWithAuthorization(address from, bytes32 ownerHash, bytes32 salt, ${policy}, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonceSalt, bytes authSig, bytes cosignerSig)`,
      [owner, draw.word(), draw.word(), terms, amount, ...authorized, draw.bytes(65)],
      theirs,
    ],
  ]
  const [to, signature, args, pays] = draw.pick(all)
  return { to, value: 0n, data: encode(signature, args), pays }
}

const padded = (address: string) => zeroPadValue(address, 32)

/** Deposits and delegates by call; burn intents as typed data. */
function atGateway(draw: Draw, payer: string): Shape {
  const [payee, amount, other, salt] = [draw.address(), draw.amount(), draw.address(), draw.word()]
  const kind = draw.nat(3)
  if (kind === 0) {
    const data = encode('depositFor(address token, address depositor, uint256 value)', [usdc, payee, amount])
    return unwrapped(payer, { to: other, value: 0n, data, pays: [pay(payer, payee, amount)] })
  }
  if (kind === 1) {
    const data = encode('addDelegate(address token, address delegate)', [usdc, payee])
    return unwrapped(payer, { to: other, value: 0n, data, pays: [pay(payer, payee, 'any')] })
  }
  const [domain, chainId] = draw.pick(domains)
  const spec = {
    version: 1,
    sourceDomain: 26,
    destinationDomain: domain,
    sourceContract: padded(other),
    destinationContract: padded(draw.address()),
    sourceToken: padded(usdc),
    destinationToken: padded(draw.address()),
    sourceDepositor: padded(payer),
    destinationRecipient: padded(payee),
    sourceSigner: padded(payer),
    destinationCaller: ZeroHash,
    value: amount,
    salt,
    hookData: draw.nat(3) ? '0x' : draw.bytes(1 + draw.nat(60)),
  }
  const types = {
    TransferSpec: [
      ...['version', 'sourceDomain', 'destinationDomain'].map((name) => ({ name, type: 'uint32' })),
      ...Object.keys(spec)
        .slice(3, 11)
        .map((name) => ({ name, type: 'bytes32' })),
      { name: 'value', type: 'uint256' },
      { name: 'salt', type: 'bytes32' },
      { name: 'hookData', type: 'bytes' },
    ],
    BurnIntent: [
      { name: 'maxBlockHeight', type: 'uint256' },
      { name: 'maxFee', type: 'uint256' },
      { name: 'spec', type: 'TransferSpec' },
    ],
  }
  const message = { maxBlockHeight: unlimited, maxFee: 2_010_000n, spec }
  const domainOf = { name: 'GatewayWallet', version: '1' }
  const pays = [pay(payer, payee, amount, usdc, chainId)]
  return { from: payer, typedData: TypedDataEncoder.getPayload(domainOf, types, message), pays }
}

/** ERC-7710: delegations that are redeemed, and delegations that are signed. */
function delegated(draw: Draw, payer: string): Shape {
  const [owner, delegate] = [draw.address(), draw.address()]
  if (draw.nat(2)) {
    const inner = anyOf(draw, owner)
    const execution = solidityPacked(['address', 'uint256', 'bytes'], [inner.to, inner.value, inner.data])
    const caveats = draw.nat(2) ? [[draw.address(), draw.bytes(52), '0x']] : []
    const context = coder.encode(
      ['tuple(address, address, bytes32, tuple(address, bytes, bytes)[], uint256, bytes)[]'],
      [[[payer, owner, `0x${'ff'.repeat(32)}`, caveats, BigInt(draw.word()), draw.bytes(65)]]],
    )
    const data = encode('redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)', [
      [context],
      [ZeroHash],
      [execution],
    ])
    return unwrapped(payer, { to: draw.address(), value: 0n, data, pays: inner.pays })
  }
  const types = {
    Caveat: [
      { name: 'enforcer', type: 'address' },
      { name: 'terms', type: 'bytes' },
    ],
    Delegation: [
      { name: 'delegate', type: 'address' },
      { name: 'delegator', type: 'address' },
      { name: 'authority', type: 'bytes32' },
      { name: 'caveats', type: 'Caveat[]' },
      { name: 'salt', type: 'uint256' },
    ],
  }
  // At most so much of the token: a token, then an amount.
  const terms = solidityPacked(['address', 'uint256'], [usdc, draw.amount()])
  const caveats = draw.nat(2) ? [{ enforcer: draw.address(), terms }] : []
  const message = { delegate, delegator: payer, authority: `0x${'ff'.repeat(32)}`, caveats, salt: draw.word() }
  const domain = { name: 'DelegationManager', version: '1', chainId: arc, verifyingContract: draw.address() }
  const pays = [pay(payer, delegate, 'any', 'native')]
  return { from: payer, typedData: TypedDataEncoder.getPayload(domain, types, message), pays }
}

/** EIP-7702: the code that an account takes on, and what it does in the same transaction. */
async function assigned(draw: Draw): Promise<Shape> {
  const wallet = new Wallet(draw.word())
  const others = Array.from({ length: draw.nat(3) }, () => new Wallet(draw.word()))
  const isEverywhere = draw.nat(4) === 0
  const list = await Promise.all(
    [wallet, ...others].map(async (one, index) => {
      const address = draw.address()
      const authorization = { address, nonce: index, chainId: isEverywhere ? 0 : arc }
      return { address, owner: one.address, signed: await one.authorize(authorization) }
    }),
  )
  const { to, value, data, pays } = draw.nat(2) ? anyOf(draw, wallet.address) : executed(draw, wallet.address)
  const raw = await wallet.signTransaction({
    type: 4,
    chainId: arc,
    nonce: 7,
    gasLimit: 300_000,
    maxFeePerGas: 30_000_000_000,
    maxPriorityFeePerGas: 1_000_000_000,
    to,
    value,
    data,
    authorizationList: list.map(({ signed }) => signed),
  })
  const powers = list.map(({ address, owner }) => pay(owner, address, 'any', 'native'))
  return { from: wallet.address, raw, pays: [...powers, ...pays] }
}

type Make = (draw: Draw, index: number) => Shape | Promise<Shape>

/** Calls of one account. */
const from =
  (make: (draw: Draw, payer: string) => Inner): Make =>
  (draw) => {
    const payer = draw.address()
    return unwrapped(payer, make(draw, payer))
  }

const makers: Readonly<Record<string, Make>> = {
  native: from(coin),
  transfer: from(transfer),
  authorization: from(authorized),
  allowance: from(allowed),
  memo: from((draw, payer) => noted(draw.nat(3) ? anyOf(draw, payer, false) : multicalled(draw, payer), draw)),
  multicall: from(multicalled),
  permit2: from(byPermit2),
  router: from(routed),
  cctp: from(burned),
  gateway: (draw) => atGateway(draw, draw.address()),
  safe: from((draw) => {
    const account = draw.address()
    const refund = draw.nat(5) === 0
    return draw.nat(2)
      ? safe(draw, account, anyOf(draw, account), 0, refund)
      : safe(
          draw,
          account,
          sentMany(
            draw,
            draw.many(() => anyOf(draw, account)),
          ),
          1,
          refund,
        )
  }),
  entryPoint: from(operated),
  account: from((draw) => executed(draw, draw.address())),
  delegation: (draw) => delegated(draw, draw.address()),
  setCode: assigned,
  payout: from(dispersed),
  holdfast: from(protectedOnes),
}
