import {
  bridgeChains,
  deployments,
  issuerContracts,
  predictBoxAddress,
  spendPolicyFactoryAbi,
} from '@holdfast/contracts'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint160,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'
import { decodePermission } from './decodePermission.js'
import { decodeSignature } from './decodeSignature.js'
import { decodeUserOperation } from './decodeUserOperation.js'
import { namedAddresses, namesToken } from './internal/named.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
import { isSafeLibrary } from './internal/safeLibraries.js'
import { readQuantity } from './json.js'
import type { Movement } from './types.js'

/** What each function that the decoder knows moves: to whom, of which token, how much, and as what. */

const chainId = 5_042_002
const from: Address = '0x1111111111111111111111111111111111111111'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const contract: Address = '0x2222222222222222222222222222222222222222'
const token: Address = '0x3333333333333333333333333333333333333333'
const other: Address = '0x4444444444444444444444444444444444444444'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const second: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const signature: Hex = `0x${'11'.repeat(65)}`
const word: Hex = `0x${'77'.repeat(32)}`

const call = (declaration: string, args: readonly unknown[]): Hex =>
  // The declaration is a plain text here, so viem types neither.
  encodeFunctionData({ abi: parseAbi([declaration]), args } as unknown as Parameters<typeof encodeFunctionData>[0])
const decode = (data: Hex, to: Address = contract, value = 0n) => decodeCall({ chainId, from, to, data, value })
/** Without the path, which names the function. */
const movementsOf = (data: Hex, to?: Address, value?: bigint) =>
  decode(data, to, value).movements.map(({ path, ...movement }) => movement)

type Moved = Partial<Omit<Movement, 'path'>>
const moved = (over: Moved): Moved => ({ payer: from, payee, chainId, token, amount: 5n, ...over })

const { chainId: baseId, domain: baseDomain } = bridgeChains.Base_Sepolia
const recipient = pad(payee)

describe('Circle', () => {
  const burn = 'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken'
  const burned = moved({ token: usdc, chainId: baseId, carrier: 'cctp' })
  test.each<[string, string, readonly unknown[]]>([
    ['version 1', `function depositForBurn(${burn})`, []],
    ['version 1, with a caller', `function depositForBurnWithCaller(${burn}, bytes32 destinationCaller)`, [word]],
    [
      'version 2',
      `function depositForBurn(${burn}, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)`,
      [word, 9n, 1_000],
    ],
    [
      'version 2, with a hook',
      `function depositForBurnWithHook(${burn}, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)`,
      [word, 9n, 1_000, '0x12'],
    ],
  ])('a burn of %s pays its recipient on the other chain', (name, declaration, rest) => {
    const data = call(declaration, [5n, baseDomain, recipient, usdc, ...rest])
    const decoded = decode(data, issuerContracts.bridgeTokenMessenger)
    expect(movementsOf(data)).toEqual([burned])
    expect(decoded.refusal).toBeUndefined()
    expect(decoded.notes.map(({ kind }) => kind)).toEqual(name.includes('hook') ? ['hook'] : [])
    expect(movementsOf(call(declaration, [0n, baseDomain, recipient, usdc, ...rest]))).toEqual([])
    expect(movementsOf(call(declaration, [5n, baseDomain, pad(from), usdc, ...rest]))).toEqual([])
    // Of no EVM chain: neither the recipient nor the domain is known.
    for (const [domain, to] of [
      [baseDomain, word],
      [4_294_967_295, recipient],
      [4_294_967_295, pad(from)],
    ] as const)
      expect(decode(call(declaration, [5n, domain, to, usdc, ...rest])).refusal?.reason).toBe('unknown_destination')
  })

  test('the Hub: a deposit for another account, and a delegate', () => {
    const deposit = 'function depositFor(address token, address depositor, uint256 value)'
    expect(movementsOf(call(deposit, [token, payee, 5n]))).toEqual([moved({ carrier: 'gateway' })])
    const delegate = 'function addDelegate(address token, address delegate)'
    expect(movementsOf(call(delegate, [token, payee]))).toEqual([moved({ amount: undefined, carrier: 'delegation' })])
  })
})

describe('ERC-20', () => {
  const three = 'address from, address to, uint256 amount'
  const times = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
  test.each<[string, readonly unknown[], Moved]>([
    ['transfer(address to, uint256 amount)', [payee, 5n], { carrier: 'transfer' }],
    ['transferAndCall(address to, uint256 amount)', [payee, 5n], { carrier: 'transfer' }],
    ['transferAndCall(address to, uint256 amount, bytes data)', [payee, 5n, '0x'], { carrier: 'transfer' }],
    [`transferFrom(${three})`, [other, payee, 5n], { payer: other, carrier: 'transferFrom' }],
    [`transferFromAndCall(${three})`, [other, payee, 5n], { payer: other, carrier: 'transferFrom' }],
    [`transferFromAndCall(${three}, bytes data)`, [other, payee, 5n, '0x'], { payer: other, carrier: 'transferFrom' }],
    ['approve(address spender, uint256 amount)', [payee, 5n], { carrier: 'approval' }],
    ['approveAndCall(address spender, uint256 amount)', [payee, 5n], { carrier: 'approval' }],
    ['approveAndCall(address spender, uint256 amount, bytes data)', [payee, 5n, '0x'], { carrier: 'approval' }],
    ['increaseAllowance(address spender, uint256 added)', [payee, 5n], { carrier: 'approval' }],
    [
      'increaseApproval(address spender, uint256 added)',
      [payee, maxUint256],
      { carrier: 'approval', amount: undefined },
    ],
    [
      'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      [other, payee, 5n, 9n, 27, word, word],
      { payer: other, carrier: 'permit' },
    ],
    [
      'permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
      [other, payee, maxUint256, 9n, signature],
      { payer: other, carrier: 'permit', amount: undefined },
    ],
    [
      'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
      [other, payee, 8n, 9n, true, 27, word, word],
      { payer: other, carrier: 'permit', amount: undefined },
    ],
    ...['transferWithAuthorization', 'receiveWithAuthorization'].flatMap((name): [string, unknown[], Moved][] => [
      [
        `${name}(${times}, uint8 v, bytes32 r, bytes32 s)`,
        [other, payee, 5n, 0n, 9n, word, 27, word, word],
        { payer: other, carrier: 'authorization' },
      ],
      [
        `${name}(${times}, bytes signature)`,
        [other, payee, 5n, 0n, 9n, word, signature],
        { payer: other, carrier: 'authorization' },
      ],
    ]),
  ])('%s', (declaration, args, over) => {
    expect(movementsOf(call(`function ${declaration}`, args), token)).toEqual([moved(over)])
  })

  test('a permit that takes an allowance back moves nothing', () => {
    const declaration =
      'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)'
    expect(movementsOf(call(declaration, [other, payee, 8n, 9n, false, 27, word, word]), token)).toEqual([])
  })
})

describe('Permit2', () => {
  const permitted = '(address token, uint256 amount)'
  const details = '(address to, uint256 requestedAmount)'
  const allowance = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
  const one = { permitted: { token, amount: 9n }, nonce: 1n, deadline: 2n }
  const many = { ...one, permitted: [one.permitted, { token: usdc, amount: 9n }] }
  const to = { to: payee, requestedAmount: 5n }
  const both = [to, { to: second, requestedAmount: 6n }]
  const paid = moved({ payer: other, carrier: 'permit2' })
  const alsoPaid = moved({ payer: other, payee: second, token: usdc, amount: 6n, carrier: 'permit2' })
  const allowed = moved({ payer: other, carrier: 'permit2_allowance' })
  const single = { token, amount: 5n, expiration: 9, nonce: 1 }

  test.each<[string, readonly unknown[], Moved[]]>([
    [
      `permitTransferFrom((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${details} details, address owner, bytes signature)`,
      [one, to, other, signature],
      [paid],
    ],
    [
      `permitTransferFrom((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] details, address owner, bytes signature)`,
      [many, both, other, signature],
      [paid, alsoPaid],
    ],
    [
      `permitWitnessTransferFrom((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${details} details, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      [one, to, other, word, 'W w)', signature],
      [paid],
    ],
    [
      `permitWitnessTransferFrom((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] details, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      [many, both, other, word, 'W w)', signature],
      [paid, alsoPaid],
    ],
    ['transferFrom(address from, address to, uint160 amount, address token)', [other, payee, 5n, token], [paid]],
    [
      'transferFrom((address from, address to, uint160 amount, address token)[] all)',
      [
        [
          { from: other, to: payee, amount: 5n, token },
          { from: other, to: second, amount: 6n, token: usdc },
        ],
      ],
      [paid, alsoPaid],
    ],
    [
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      [token, payee, 5n, 9],
      [moved({ carrier: 'permit2_allowance' })],
    ],
    [
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      [token, payee, maxUint160, 9],
      [moved({ carrier: 'permit2_allowance', amount: undefined })],
    ],
    [
      `permit(address owner, (${allowance} details, address spender, uint256 sigDeadline) permit, bytes signature)`,
      [other, { details: single, spender: payee, sigDeadline: 9n }, signature],
      [allowed],
    ],
    [
      `permit(address owner, (${allowance}[] details, address spender, uint256 sigDeadline) permit, bytes signature)`,
      [
        other,
        { details: [single, { ...single, token: usdc, amount: maxUint160 }], spender: payee, sigDeadline: 9n },
        signature,
      ],
      [allowed, moved({ payer: other, token: usdc, amount: undefined, carrier: 'permit2_allowance' })],
    ],
  ])('%s', (declaration, args, expected) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual(expected)
  })
})

describe('calls inside calls', () => {
  const inner = (amount = 5n, to = payee) => call('function transfer(address to, uint256 amount)', [to, amount])
  const paid = (amount = 5n, to = payee) => moved({ payee: to, amount, carrier: 'transfer' })
  const two = [
    { target: token, callData: inner() },
    { target: token, callData: inner(6n, second) },
  ]

  test.each<[string, readonly unknown[]]>([
    [
      'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      [two.map((one) => ({ ...one, allowFailure: true }))],
    ],
    [
      'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
      [two.map((one) => ({ ...one, allowFailure: true, value: 0n }))],
    ],
    ['aggregate((address target, bytes callData)[] calls)', [two]],
    ['blockAndAggregate((address target, bytes callData)[] calls)', [two]],
    ['tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)', [true, two]],
    ['tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)', [true, two]],
  ])('%s', (declaration, args) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([paid(), paid(6n, second)])
  })

  test.each<[string, readonly unknown[]]>([
    ['multicall(bytes[] data)', []],
    ['multicall(uint256 deadline, bytes[] data)', [9n]],
    ['multicall(bytes32 previousBlock, bytes[] data)', [word]],
  ])('%s calls the contract itself', (declaration, before) => {
    const data = call(`function ${declaration}`, [...before, [inner(), inner(6n, second)]])
    expect(movementsOf(data, token)).toEqual([paid(), paid(6n, second)])
  })

  test('a memo', () => {
    const declaration = 'function memo(address target, bytes data, bytes32 memoId, bytes memoData)'
    expect(movementsOf(call(declaration, [token, inner(), word, '0x12']))).toEqual([paid()])
  })

  test('a Safe pays what it executes, and its relayer', () => {
    const declaration =
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)'
    const execute = (gasPrice: bigint, gasToken: Address, receiver: Address) =>
      movementsOf(call(declaration, [token, 0n, inner(), 0, 0n, 0n, gasPrice, gasToken, receiver, signature]))
    const bySafe = { ...paid(), payer: contract }
    const refund = moved({ payer: contract, amount: undefined, carrier: 'refund' })
    expect(execute(0n, token, second)).toEqual([bySafe])
    expect(execute(1n, token, second)).toEqual([bySafe, { ...refund, payee: second }])
    expect(execute(1n, zeroAddress, second)).toEqual([bySafe, { ...refund, payee: second, token: 'native' }])
    // Without a receiver the caller gets it.
    expect(execute(1n, zeroAddress, zeroAddress)).toEqual([bySafe])
  })

  test('a wallet of several keys, or of one that another account calls, pays what it executes', () => {
    const bySame = { ...paid(), payer: contract }
    const submit = 'function submitTransaction(address to, uint256 value, bytes data)'
    expect(movementsOf(call(submit, [token, 0n, inner()]))).toEqual([bySame])
    const send =
      'function sendMultiSig(address to, uint256 value, bytes data, uint256 expiry, uint256 number, bytes sig)'
    expect(movementsOf(call(send, [token, 0n, inner(), 9n, 1n, signature]))).toEqual([bySame])
    expect(movementsOf(call(send, [payee, 5n, '0x', 9n, 1n, signature]))).toEqual([
      moved({ payer: contract, token: 'native', carrier: 'native' }),
    ])
    const calls = [{ to: token, value: 0n, data: inner() }]
    for (const name of ['executeBySender', 'executeBySelf'])
      expect(movementsOf(call(`function ${name}((address to, uint256 value, bytes data)[] calls)`, [calls]))).toEqual([
        bySame,
      ])
    const sendToken =
      'function sendMultiSigToken(address to, uint256 amount, address token, uint256 expiry, uint256 number, bytes sig)'
    expect(movementsOf(call(sendToken, [payee, 5n, token, 9n, 1n, signature]))).toEqual([bySame])
  })

  test('multiSend: packed calls, in order', () => {
    const packed = (one: Hex, value = 0n) =>
      concat(['0x00', token, numberToHex(value, { size: 32 }), numberToHex(size(one), { size: 32 }), one])
    const send = (transactions: Hex) => decode(call('function multiSend(bytes transactions)', [transactions]))
    const { movements } = send(concat([packed(inner()), packed(inner(6n, second))]))
    expect(movements.map(({ path, ...movement }) => movement)).toEqual([paid(), paid(6n, second)])
    expect(send(packed(inner()).slice(0, -2) as Hex).refusal?.reason).toBe('malformed')
  })

  test.each([
    ['addOwnerWithThreshold(address owner, uint256 threshold)', [payee, 1n]],
    ['swapOwner(address prevOwner, address oldOwner, address newOwner)', [second, other, payee]],
    ['enableModule(address module)', [payee]],
  ])('%s: it decides over the money of the Safe from then on', (declaration, args) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([
      moved({ payer: contract, token: 'native', amount: undefined, carrier: 'delegation' }),
    ])
  })

  test('lists of recipients', () => {
    const lists = [
      [payee, second],
      [5n, 6n],
    ]
    const paidOut = (of: Address | 'native') => [
      moved({ token: of, carrier: 'payout' }),
      moved({ payee: second, token: of, amount: 6n, carrier: 'payout' }),
    ]
    for (const name of ['disperseToken', 'disperseTokenSimple', 'multisendToken'])
      expect(
        movementsOf(
          call(`function ${name}(address token, address[] recipients, uint256[] amounts)`, [token, ...lists]),
        ),
      ).toEqual(paidOut(token))
    for (const name of ['disperseEther', 'multisendEther'])
      expect(movementsOf(call(`function ${name}(address[] recipients, uint256[] amounts)`, lists))).toEqual(
        paidOut('native'),
      )
  })
})

describe('Uniswap’s router', () => {
  const swap = 'address recipient, uint256 amount, uint256 limit'
  const route = concat([token, '0x000bb8', usdc])
  const allowance = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
  const single = { token, amount: 5n, expiration: 9, nonce: 1 }
  const out = (over: Moved = {}) => moved({ carrier: 'router', amount: undefined, ...over })
  const execute = (commands: Hex, inputs: readonly Hex[]) =>
    call('function execute(bytes commands, bytes[] inputs, uint256 deadline)', [commands, inputs, 9n])
  const inputOf = (parameters: string, values: readonly unknown[]) =>
    encodeAbiParameters(parseAbiParameters(parameters) as never, values as never)
  const actions = (action: Hex, parameters: string, values: readonly unknown[]) =>
    inputOf('bytes actions, bytes[] inputs', [action, [inputOf(parameters, values)]])

  const cases: [string, number, Hex, Moved[]][] = [
    [
      'a swap of an exact input, version 3',
      0x00,
      inputOf(`${swap}, bytes path, bool user`, [payee, 5n, 1n, route, true]),
      [out({ token: usdc })],
    ],
    [
      'a swap for an exact output, version 3',
      0x01,
      inputOf(`${swap}, bytes path, bool user`, [payee, 5n, 1n, route, true]),
      [out()],
    ],
    [
      'a pull by Permit2',
      0x02,
      inputOf('address token, address to, uint160 amount', [token, payee, 5n]),
      [out({ amount: 5n })],
    ],
    [
      'a batch of allowances',
      0x03,
      inputOf(`(${allowance}[] details, address spender, uint256 deadline) permit, bytes signature`, [
        { details: [single, { ...single, token: usdc, amount: maxUint160 }], spender: payee, deadline: 9n },
        signature,
      ]),
      [
        moved({ carrier: 'permit2_allowance' }),
        moved({ token: usdc, amount: undefined, carrier: 'permit2_allowance' }),
      ],
    ],
    ['a sweep', 0x04, inputOf('address token, address to, uint256 least', [token, payee, 5n]), [out()]],
    [
      'a transfer',
      0x05,
      inputOf('address token, address to, uint256 amount', [token, payee, 5n]),
      [out({ amount: 5n })],
    ],
    [
      'a transfer of the coin',
      0x05,
      inputOf('address token, address to, uint256 amount', [zeroAddress, payee, 5n]),
      [out({ amount: 5n, token: 'native' })],
    ],
    ['a share', 0x06, inputOf('address token, address to, uint256 share', [token, payee, 5n]), [out()]],
    [
      'a swap of an exact input, version 2',
      0x08,
      inputOf(`${swap}, address[] path, bool user`, [payee, 5n, 1n, [token, usdc], true]),
      [out({ token: usdc })],
    ],
    [
      'a swap for an exact output, version 2',
      0x09,
      inputOf(`${swap}, address[] path, bool user`, [payee, 5n, 1n, [usdc, token], true]),
      [out()],
    ],
    [
      'an allowance',
      0x0a,
      inputOf(`(${allowance} details, address spender, uint256 deadline) permit, bytes signature`, [
        { details: single, spender: payee, deadline: 9n },
        signature,
      ]),
      [moved({ carrier: 'permit2_allowance' })],
    ],
    ['wrapped coins', 0x0b, inputOf('address to, uint256 amount', [payee, 5n]), [out({ token: 'native' })]],
    ['unwrapped coins', 0x0c, inputOf('address to, uint256 least', [payee, 5n]), [out({ token: 'native' })]],
    [
      'a batch of pulls',
      0x0d,
      inputOf('(address from, address to, uint160 amount, address token)[] all', [
        [{ from: other, to: payee, amount: 5n, token }],
      ]),
      [out({ payer: other, amount: 5n })],
    ],
    ['a check of a balance', 0x0e, inputOf('address owner, address token, uint256 least', [payee, token, 5n]), []],
    [
      'a take, version 4',
      0x10,
      actions('0x0e', 'address token, address to, uint256 amount', [token, payee, 5n]),
      [out()],
    ],
    [
      'a take of a portion, version 4',
      0x10,
      actions('0x10', 'address token, address to, uint256 share', [token, payee, 5n]),
      [out()],
    ],
    [
      'a take of a pair, version 4',
      0x10,
      actions('0x11', 'address a, address b, address to', [usdc, token, payee]),
      [out({ token: usdc }), out()],
    ],
    ['a sweep, version 4', 0x10, actions('0x14', 'address token, address to', [token, payee]), [out()]],
    ['another action, version 4', 0x10, actions('0x0f', 'address token, address to', [token, payee]), []],
    [
      'commands inside',
      0x21,
      inputOf('bytes commands, bytes[] inputs', [
        '0x05',
        [inputOf('address token, address to, uint256 amount', [token, payee, 5n])],
      ]),
      [out({ amount: 5n })],
    ],
  ]
  test.each(cases)('%s', (_, command, input, expected) => {
    const decoded = decode(execute(numberToHex(command, { size: 1 }), [input]))
    expect(decoded.movements.map(({ path, ...movement }) => movement)).toEqual(expected)
    expect([decoded.refusal, decoded.notes]).toEqual([undefined, []])
    // The top bit lets a command fail, and the command is the same.
    expect(movementsOf(execute(numberToHex(command | 0x80, { size: 1 }), [input]))).toEqual(expected)
  })

  test('marks for the caller and the router itself are not payments', () => {
    const parameters = 'address token, address to, uint256 amount'
    for (const to of [numberToHex(1, { size: 20 }), numberToHex(2, { size: 20 }), contract, from])
      expect(movementsOf(execute('0x05', [inputOf(parameters, [token, to, 5n])]))).toEqual([])
    expect(movementsOf(execute('0x05', [inputOf(parameters, [token, numberToHex(3, { size: 20 }), 5n])]))).toHaveLength(
      1,
    )
  })

  test('each run counts, so that many of them are refused', () => {
    const run = { target: contract, callData: execute('0x', []) }
    const aggregate = (count: number) =>
      decode(
        call('function aggregate((address target, bytes callData)[] calls)', [
          Array.from({ length: count }, () => run),
        ]),
      )
    expect(aggregate(255).refusal).toBeUndefined()
    expect(aggregate(256).refusal?.reason).toBe('too_many')
  })

  test('an unknown command is left unread', () => {
    expect(decode(execute('0x3f', ['0x12'])).notes.map(({ kind }) => kind)).toEqual(['unread_call'])
  })
})

describe('routers of other exchanges', () => {
  const out = (over: Moved = {}) => moved({ carrier: 'router', amount: undefined, ...over })
  const fee = 'SupportingFeeOnTransferTokens'
  const path = [second, token]
  const joe = '(uint256[], uint8[], address[])'
  const hops = [
    [second, other, true],
    [other, token, false],
  ] as const
  const amounts = [9n, 5n, 1n, 0n]
  const poolAmounts = 'uint256, uint256, uint256, uint160'
  /** Names, parameters and values; whether the chain's coin comes out. */
  type Swap = [name: string, names: readonly string[], parameters: string, values: readonly unknown[], isCoin?: boolean]
  const swaps: readonly Swap[] = [
    ...['AVAX', 'NATIVE'].flatMap((coin): Swap[] => {
      const into = [`swapExactTokensFor${coin}`, `swapTokensForExact${coin}`, `swapExactTokensFor${coin}${fee}`]
      const from = [`swapExact${coin}ForTokens`, `swap${coin}ForExactTokens`, `swapExact${coin}ForTokens${fee}`]
      const isOld = coin === 'AVAX'
      const [route, way] = isOld ? ['uint256[], address[]', [[1n], path]] : [joe, [[[1n], [2], path]]]
      return [
        ['Trader Joe, of the coin', from, `uint256, ${route}, address, uint256`, [1n, ...way, payee, 9n]],
        [
          'Trader Joe, into the coin',
          into,
          `uint256, uint256, ${route}, address, uint256`,
          [5n, 1n, ...way, payee, 9n],
          true,
        ],
        [
          'Trader Joe, of tokens',
          ['swapExactTokensForTokens', 'swapTokensForExactTokens', `swapExactTokensForTokens${fee}`],
          `uint256, uint256, ${route}, address, uint256`,
          [5n, 1n, ...way, payee, 9n],
        ],
      ]
    }),
    [
      'Trader Joe, version 1, of the coin',
      ['swapExactAVAXForTokens', 'swapAVAXForExactTokens'],
      'uint256, address[], address, uint256',
      [1n, path, payee, 9n],
    ],
    [
      'Trader Joe, version 1, into the coin',
      ['swapExactTokensForAVAX', 'swapTokensForExactAVAX'],
      'uint256, uint256, address[], address, uint256',
      [5n, 1n, path, payee, 9n],
      true,
    ],
    ...[
      ['(address, address, bool)[]', hops] as const,
      ['(address, address, bool, address)[]', hops.map((hop) => [...hop, contract])] as const,
    ].flatMap(([route, way]): Swap[] => [
      [
        'Velodrome, of tokens',
        ['swapExactTokensForTokens', `swapExactTokensForTokens${fee}`],
        `uint256, uint256, ${route}, address, uint256`,
        [5n, 1n, way, payee, 9n],
      ],
      [
        'Velodrome, of the coin',
        ['swapExactETHForTokens', `swapExactETHForTokens${fee}`],
        `uint256, ${route}, address, uint256`,
        [1n, way, payee, 9n],
      ],
      [
        'Velodrome, into the coin',
        ['swapExactTokensForETH', `swapExactTokensForETH${fee}`],
        `uint256, uint256, ${route}, address, uint256`,
        [5n, 1n, way, payee, 9n],
        true,
      ],
    ]),
    [
      'pools named by their spacing',
      ['exactInputSingle', 'exactOutputSingle'],
      `(address, address, int24, address, ${poolAmounts})`,
      [[second, token, 10, payee, ...amounts]],
    ],
    [
      'pools without a name',
      ['exactInputSingle', `exactInputSingle${fee}`],
      `(address, address, address, ${poolAmounts})`,
      [[second, token, payee, ...amounts]],
    ],
    [
      'pools named by who has deployed them',
      ['exactInputSingle', `exactInputSingle${fee}`, 'exactOutputSingle'],
      `(address, address, address, address, ${poolAmounts})`,
      [[second, token, other, payee, ...amounts]],
    ],
    [
      'pools of stable coins',
      ['exactInputStableSwap', 'exactOutputStableSwap'],
      'address[], uint256[], uint256, uint256, address',
      [path, [1n], 5n, 1n, payee],
    ],
  ]

  test.each<Swap>(swaps)(
    '%s: %j pay who is named, in what comes out last',
    (_, names, parameters, values, isCoin = false) => {
      for (const name of names) {
        const decoded = decode(call(`function ${name}(${parameters})`, values))
        expect([decoded.refusal, decoded.notes]).toEqual([undefined, []])
        expect(movementsOf(call(`function ${name}(${parameters})`, values))).toEqual([
          out({ token: isCoin ? 'native' : token }),
        ])
      }
    },
  )
})

describe('routers that find a way over several exchanges', () => {
  const out = (over: Moved = {}) => moved({ carrier: 'router', amount: undefined, ...over })
  const coin: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  const oneInch = '(address, address, address srcReceiver, address dstReceiver, uint256, uint256, uint256)'
  const paraSwap = '(address, address, uint256, uint256, uint256, bytes32, address beneficiary)'
  const kyberSwap =
    '(address, address, address[], uint256[], address[], uint256[], address, uint256, uint256, uint256, bytes)'
  const cases: [string, string, readonly unknown[], Moved[]][] = [
    [
      '1inch',
      `function swap(address, ${oneInch}, bytes)`,
      [other, [token, usdc, second, payee, 5n, 1n, 0n], '0x12'],
      [out({ payee: second, amount: 5n }), out({ token: usdc })],
    ],
    [
      '1inch with a permit, into the coin',
      `function swap(address, ${oneInch}, bytes, bytes)`,
      [other, [token, coin, second, payee, 5n, 1n, 0n], '0x', '0x12'],
      [out({ payee: second, amount: 5n }), out({ token: 'native' })],
    ],
    [
      '1inch to the sender, who is not named',
      `function swap(address, ${oneInch}, bytes)`,
      [other, [token, usdc, contract, zeroAddress, 5n, 1n, 0n], '0x12'],
      [],
    ],
    ...['swapExactAmountIn', 'swapExactAmountOut'].map((name): (typeof cases)[number] => [
      `ParaSwap, ${name}`,
      `function ${name}(address, ${paraSwap}, uint256, bytes, bytes)`,
      [other, [token, usdc, 5n, 1n, 1n, word, payee], 0n, '0x', '0x12'],
      [out({ token: usdc })],
    ]),
    [
      'KyberSwap',
      `function swap((address, address, bytes, ${kyberSwap}, bytes))`,
      [[other, other, '0x12', [token, usdc, [second], [4n], [other], [1n], payee, 5n, 1n, 0n, '0x'], '0x']],
      [out({ payee: second, amount: 4n }), out({ payee: other }), out({ token: usdc })],
    ],
    [
      'SushiSwap',
      'function processRoute(address, uint256, address, uint256, address, bytes)',
      [token, 5n, usdc, 1n, payee, '0x12'],
      [out({ token: usdc })],
    ],
    ...['Input', 'Output'].map((end): (typeof cases)[number] => [
      `SushiSwap with a tip of what goes in or comes out: ${end}`,
      `function processRouteWithTransferValue${end}(address, uint256, address, uint256, address, uint256, address, bytes)`,
      [second, 3n, token, 5n, usdc, 1n, payee, '0x12'],
      [out({ payee: second, token: 'native', amount: 3n }), out({ token: usdc })],
    ]),
  ]

  test.each(cases)(
    '%s: each receiver that it names, and the calls in between count as unread',
    (_, declaration, args, paid) => {
      const data = call(declaration, args)
      expect(movementsOf(data)).toEqual(paid)
      expect(decode(data).notes.map(({ kind }) => kind)).toEqual(['unread_call'])
      // With USDC named and an allowance given along with it, what they do must be known.
      const approve = call('function approve(address, uint256)', [contract, 5n])
      const batch = call('function aggregate3((address, bool, bytes)[])', [
        [
          [usdc, false, approve],
          [contract, false, data],
        ],
      ])
      expect(decode(batch).refusal?.reason).toBe(args.flat(9).includes(usdc) ? 'unread_with_allowance' : undefined)
    },
  )

  test.each([
    [
      'Velodrome',
      'function swapExactTokensForTokens(uint256, uint256, (address, address, bool)[], address, uint256)',
      [5n, 1n, [], payee, 9n],
    ],
    [
      'Trader Joe',
      'function swapExactNATIVEForTokens(uint256, (uint256[], uint8[], address[]), address, uint256)',
      [1n, [[1n], [2], [token]], payee, 9n],
    ],
  ])('%s: a path without an end is malformed', (_, declaration, args) => {
    expect(decode(call(declaration, args)).refusal?.reason).toBe('malformed')
  })
})

describe('vaults', () => {
  const asset = 'address asset, uint256 amount'
  test.each<[string, readonly unknown[], Moved]>([
    ['deposit(uint256 assets, address receiver)', [5n, payee], { token: contract }],
    ['mint(uint256 shares, address receiver)', [5n, payee], { token: contract }],
    ['withdraw(uint256 assets, address receiver, address owner)', [5n, payee, from], { token: contract }],
    ['redeem(uint256 shares, address receiver, address owner)', [5n, payee, other], { token: contract, payer: other }],
    [`supply(${asset}, address onBehalfOf, uint16 referral)`, [token, 5n, payee, 0], {}],
    [`deposit(${asset}, address onBehalfOf, uint16 referral)`, [token, 5n, payee, 0], {}],
    [
      `supplyWithPermit(${asset}, address onBehalfOf, uint16 referral, uint256 deadline, uint8 v, bytes32 r, bytes32 s)`,
      [token, 5n, payee, 0, 9n, 27, word, word],
      {},
    ],
    [`repay(${asset}, uint256 mode, address onBehalfOf)`, [token, maxUint256, 2n, payee], { amount: undefined }],
    [`withdraw(${asset}, address to)`, [token, 5n, payee], {}],
    ['supplyTo(address to, address asset, uint256 amount)', [payee, token, 5n], {}],
    ['withdrawTo(address to, address asset, uint256 amount)', [payee, token, 5n], {}],
    [
      'supplyFrom(address from, address to, address asset, uint256 amount)',
      [other, payee, token, 5n],
      { payer: other },
    ],
    ['withdrawFrom(address from, address to, address asset, uint256 amount)', [from, payee, token, 5n], {}],
  ])('%s pays another account, and not the own one', (declaration, args, over) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([moved({ carrier: 'vault', ...over })])
    const own = args.map((one) => (one === payee ? (over.payer ?? from) : one))
    expect(movementsOf(call(`function ${declaration}`, own))).toEqual([])
  })
})

describe('our own contracts', () => {
  const { transferContract, shieldVault, privatePayRouter, spendPolicyFactory } = deployments[chainId]
  const send = 'bytes32 configId, address to, uint256 amount, bytes32 claimHash'
  const items = [
    { configId: word, to: payee, amount: 5n, claimHash: word },
    { configId: word, to: second, amount: 6n, claimHash: word },
  ]
  const item = '(bytes32 configId, address to, uint256 amount, bytes32 claimHash)[] items'
  const locked = moved({ token: usdc, carrier: 'protected' })
  const both = [locked, { ...locked, payee: second, amount: 6n }]
  const byOther = (list: Moved[]) => list.map((one) => ({ ...one, payer: other }))

  test.each<[string, Address, readonly unknown[], Moved[]]>([
    [`sendProtected(${send})`, transferContract, [word, payee, 5n, word], [locked]],
    [`sendProtectedBatch(${item})`, transferContract, [items], both],
    [
      'release(uint256 transferId, address recipient)',
      transferContract,
      [1n, payee],
      [{ ...locked, amount: undefined }],
    ],
    ['depositFor(address owner, uint256 amount)', shieldVault, [payee, 5n], [{ ...locked, carrier: 'vault' }]],
    ['fundAccount(address account, uint256 amount)', shieldVault, [payee, 5n], [{ ...locked, carrier: 'vault' }]],
    ['withdraw(address to, uint256 amount)', shieldVault, [payee, 5n], [{ ...locked, carrier: 'vault' }]],
    [
      `sendProtectedBatchWithAuthorization(address from, ${item}, uint256 validAfter, uint256 validBefore, bytes32 nonceSalt, bytes signature)`,
      transferContract,
      [other, items, 0n, 9n, word, signature],
      byOther(both),
    ],
    [
      `sendProtectedWithAuthorization(address from, ${send}, uint256 validAfter, uint256 validBefore, bytes32 nonceSalt, bytes signature)`,
      transferContract,
      [other, word, payee, 5n, word, 0n, 9n, word, signature],
      byOther([locked]),
    ],
  ])('%s', (declaration, to, args, expected) => {
    expect(movementsOf(call(`function ${declaration}`, args), to)).toEqual(expected)
    expect(decode(call(`function ${declaration}`, args), to).notes).toEqual([])
    // Another contract may do something else under that name.
    expect(decode(call(`function ${declaration}`, args)).notes.map(({ kind }) => kind)).toEqual(['unread_call'])
  })

  test('an open transfer has no payee yet', () => {
    const decoded = decode(call(`function sendProtected(${send})`, [word, zeroAddress, 5n, word]), transferContract)
    expect(decoded.movements).toEqual([])
    expect(decoded.notes.map(({ kind }) => kind)).toEqual(['open_transfer'])
  })

  test('a box that is created and pays in one transaction pays its target', () => {
    const policy = {
      token: usdc,
      cosigner: other,
      vaultHash: word,
      target: payee,
      maxAmount: 9n,
      perPullMax: 0n,
      expiry: 2_000_000_000,
      interval: 0,
      mode: 0,
    } as const
    const { spendPolicyAccountImpl: implementation } = deployments[chainId]
    const box = predictBoxAddress(
      { address: spendPolicyFactory, implementation },
      { ownerHash: word, salt: word, policy },
    )
    const calls = [
      {
        target: spendPolicyFactory,
        callData: encodeFunctionData({
          abi: spendPolicyFactoryAbi,
          functionName: 'createAccount',
          args: [word, word, policy],
        }),
      },
      { target: box, callData: call('function pay(uint256 amount, bytes signature)', [5n, signature]) },
    ]
    const aggregate = (list: typeof calls) =>
      decode(call('function aggregate((address target, bytes callData)[] calls)', [list]))
    expect(aggregate(calls).movements).toMatchObject([{ payer: from, payee, token: usdc, amount: 5n, carrier: 'box' }])
    const alone = aggregate(calls.slice(1))
    expect([alone.movements, alone.notes.map(({ kind }) => kind)]).toEqual([[], ['box_spend']])
  })

  test('what only reads or takes back moves nothing', () => {
    expect(movementsOf(call('function reclaimExpired(uint256 transferId)', [1n]), transferContract)).toEqual([])
    expect([privatePayRouter, spendPolicyFactory].every((one) => one.length === 42)).toBe(true)
  })
})

describe('what is not a call', () => {
  test('a permission: its redeemer, and the payees of its rule', () => {
    const decodeOne = (fields: object) => decodePermission({ to: payee, ...fields }, { payer: from, chainId }).movements
    const permission = { type: 'erc20-token-periodic', data: { tokenAddress: token } }
    expect(decodeOne({ permission })).toEqual([
      { ...moved({ amount: undefined, carrier: 'delegation' }), path: ['permission erc20-token-periodic'] },
    ])
    expect(decodeOne({ permission: { type: 'a b/c' } })).toMatchObject([
      { token: 'native', path: ['permission a?b?c'] },
    ])
    expect(decodeOne({ permission: { type: 'x'.repeat(50) } })).toMatchObject([
      { path: [`permission ${'x'.repeat(40)}`] },
    ])
    const rules = (type: string) => [{ type, data: { addresses: [second] } }]
    expect(decodeOne({ permission, rules: rules('payee') }).map((one) => one.payee)).toEqual([payee, second])
    // A rule of another type says nothing about payees.
    expect(decodeOne({ permission, rules: rules('redeemer') }).map((one) => one.payee)).toEqual([payee])
    expect(() => decodeOne({ permission: { type: 7 } })).toThrow('a permission has no type.')
    expect(() => decodeOne({ permission: { type: 'a', data: { tokenAddress: '0x12' } } })).toThrow('tokenAddress')
    const older = decodePermission({ signer: { data: { address: payee } }, permission }, { payer: from, chainId })
    expect(older.movements.map((one) => one.payee)).toEqual([payee])
  })

  test('an amount that is signed is a whole number in full', () => {
    const permit = (value: unknown) =>
      decodeSignature(
        {
          primaryType: 'Permit',
          domain: { verifyingContract: token },
          message: { owner: from, spender: payee, value },
        },
        { signer: from, chainId },
      )
    for (const value of [5, 5n, '5', '0x5']) expect(permit(value).movements).toMatchObject([{ amount: 5n }])
    for (const value of [
      '-5',
      '5 ',
      'x5',
      '5x',
      '',
      -5,
      -5n,
      1.5,
      2 ** 60,
      null,
      `0x${'1'.repeat(65)}`,
      '9'.repeat(78),
    ])
      expect(() => permit(value)).toThrow('an amount is not a number.')
  })

  test('a burn intent notes a hook only where there is one', () => {
    const decodeIntent = (hookData: unknown) =>
      decodeSignature(
        {
          primaryType: 'BurnIntent',
          domain: {},
          message: {
            spec: {
              sourceDomain: 26,
              destinationDomain: baseDomain,
              sourceDepositor: pad(from),
              destinationRecipient: recipient,
              sourceToken: pad(usdc),
              value: 5,
              hookData,
            },
          },
        },
        { signer: from, chainId },
      )
    expect(decodeIntent('0x').movements).toMatchObject([{ payer: from, payee, amount: 5n, chainId: baseId }])
    for (const none of ['0x', '', undefined]) expect(decodeIntent(none).notes).toEqual([])
    expect(decodeIntent('0x12').notes.map(({ kind }) => kind)).toEqual(['hook'])
  })

  test('the data of a Safe transaction that is signed: none, or hexadecimal', () => {
    const signedBySafe = (data: unknown) =>
      decodeSignature(
        { primaryType: 'SafeTx', domain: { verifyingContract: contract }, message: { to: payee, value: 5, data } },
        { signer: from, chainId },
      )
    for (const none of [undefined, '', '0x'])
      expect(signedBySafe(none).movements).toMatchObject([{ payer: contract, payee, token: 'native', amount: 5n }])
    for (const wrong of ['0x1', 'x', 7, null])
      expect(() => signedBySafe(wrong)).toThrow('the data of the Safe transaction')
  })

  test('a malformed user operation', async () => {
    for (const userOperation of [null, [], { sender: '0x12', callData: '0x' }, { sender: from, callData: '0x1' }])
      expect((await decodeUserOperation({ chainId, userOperation })).refusal).toMatchObject({
        reason: 'malformed',
        message: 'The user operation is malformed.',
      })
  })

  test('at most sixteen authorizations', async () => {
    const authorizations = (length: number) => Array.from({ length }, () => ({ chainId: 1, address: payee }))
    expect(await recoverAuthorities(authorizations(16), from)).toHaveLength(16)
    expect(await recoverAuthorities(authorizations(17), from)).toBeUndefined()
  })

  test('what data names: at most 256 addresses, and a token of mostly zeros only where addresses are', () => {
    const nth = (index: number) => pad(`0xa${String(index).padStart(39, '0')}`)
    const named = (count: number) => namedAddresses(concat(Array.from({ length: count }, (_, index) => nth(index))))
    expect(named(256)).toHaveLength(256)
    expect(named(300)).toHaveLength(256)
    expect(namesToken(concat([word, pad(usdc)]), usdc)).toBe(true)
    expect(namesToken(concat(['0x12345678', pad(usdc)]), usdc)).toBe(true)
    expect(namesToken(concat(['0x12345678', '0x99887766', pad(usdc)]), usdc)).toBe(true)
    // A number that ends in 0x36, before an empty word.
    expect(namesToken(concat([numberToHex(0x36, { size: 32 }), numberToHex(0, { size: 32 })]), usdc)).toBe(false)
    // Another token is looked for everywhere, at whole bytes.
    expect(namesToken(concat(['0x12', token]), token)).toBe(true)
    expect(namesToken(`0x1${token.slice(2)}1`, `0x${'3'.repeat(38)}34`)).toBe(false)
  })

  test('readQuantity: digits or hex, and nothing around them', () => {
    expect([5, '5', '0x5', '0X5', '-5', '5x', ' 5', '0x', 1.5].map(readQuantity)).toEqual([
      5n,
      5n,
      5n,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('libraries of Safe: those that are deployed, as their list has them', () => {
    // MultiSend and MultiSendCallOnly 1.3.0, 1.4.1 and 1.5.0, SignMessageLib and CreateCall among them.
    for (const address of [
      '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
      '0x40a2accbd92bca938b02010e17a5b8929b49130d',
      '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
      '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
    ])
      expect(isSafeLibrary(address)).toBe(true)
    expect(isSafeLibrary(contract)).toBe(false)
    expect(isSafeLibrary('')).toBe(false)
  })
})
