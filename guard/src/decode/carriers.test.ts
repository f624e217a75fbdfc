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
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { call } from '../../test/call.js'
import { decodeCall } from './decodeCall.js'
import { decodePermission } from './decodePermission.js'
import { decodeSendCalls } from './decodeSendCalls.js'
import { decodeSignature } from './decodeSignature.js'
import { decodeUserOperation } from './decodeUserOperation.js'
import { isSafeLibrary } from './internal/accounts/safeLibraries.js'
import { namedAddresses, namesToken } from './internal/entry/named.js'
import { recoverAuthorities } from './internal/recoverAuthorities.js'
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

  test('version 1: a burn that gets another recipient before it is minted', () => {
    const replace =
      'function replaceDepositForBurn(bytes originalMessage, bytes originalAttestation, bytes32 newDestinationCaller, bytes32 newMintRecipient)'
    const number = (value: number, bytes: number) => numberToHex(value, { size: bytes })
    const message = (amount: bigint, domain = baseDomain) =>
      concat([
        ...[number(0, 4), number(3, 4), number(domain, 4), number(9, 8), pad(contract), pad(contract), pad('0x')],
        ...[number(0, 4), pad(usdc), pad(other), numberToHex(amount, { size: 32 }), pad(from)],
      ])
    const replaced = (original: Hex, to: Hex = recipient) => call(replace, [original, signature, word, to])
    expect(movementsOf(replaced(message(5n)))).toEqual([burned])
    expect(movementsOf(replaced(message(5n), pad(from)))).toEqual([])
    expect(movementsOf(replaced(message(0n)))).toEqual([])
    expect(decode(replaced(message(5n), word)).refusal?.reason).toBe('unknown_destination')
    expect(decode(replaced(message(5n, 99))).refusal?.reason).toBe('unknown_destination')
    expect(decode(replaced('0x1234')).refusal?.reason).toBe('malformed')
  })

  const bridged =
    '(uint256 amount, uint256 maxFee, uint256 fee, bytes32 mintRecipient, bytes32 destinationCaller, address burnToken, address feeRecipient, uint32 destinationDomain, uint32 minFinalityThreshold) params'
  const permitted = '(uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit'
  const signed = { deadline: 9n, v: 27, r: word, s: word }
  test.each<[string, string, readonly unknown[]]>([
    ['bridgeWithPreapproval', '', []],
    ['bridgeWithPreapprovalAndHook', ', bytes hookData', ['0x12']],
    ['bridgeWithPermit', `, ${permitted}`, [signed]],
    ['bridgeWithPermitAndHook', `, ${permitted}, bytes hookData`, [signed, '0x12']],
  ])('the bridge of a kit: %s pays the recipient on the other chain, and a fee', (name, rest, args) => {
    const params = {
      amount: 5n,
      maxFee: 1n,
      fee: 2n,
      mintRecipient: recipient,
      destinationCaller: word,
      burnToken: usdc,
      feeRecipient: contract,
      destinationDomain: baseDomain,
      minFinalityThreshold: 1_000,
    }
    const send = (over: object) => call(`function ${name}(${bridged}${rest})`, [{ ...params, ...over }, ...args])
    const allowed = moved({ payee: contract, token: usdc, amount: 7n, carrier: 'permit' })
    const allowance = name.includes('Permit') ? [allowed] : []
    expect(movementsOf(send({}))).toEqual([...allowance, burned])
    const fee = moved({ payee: second, token: usdc, amount: 2n, carrier: 'refund' })
    expect(movementsOf(send({ feeRecipient: second }))).toEqual([...allowance, fee, burned])
    expect(decode(send({})).notes.map(({ kind }) => kind)).toEqual(name.includes('Hook') ? ['hook'] : [])
    for (const over of [{ mintRecipient: word }, { destinationDomain: 99 }])
      expect(decode(send(over)).refusal?.reason).toBe('unknown_destination')
  })

  test('burns with a quoted fee, and transfers of other tokens: the recipient, and where the rest of the fee goes', () => {
    const claim = '(bytes signedQuote, address refundAddress) claim'
    const start = `${burn}, bytes32 destinationCaller`
    const quote = (refundAddress: Address) => ({ signedQuote: '0x12', refundAddress })
    const rest = moved({ payee: second, token: 'native', amount: undefined, carrier: 'refund' })
    const given = [5n, baseDomain, recipient, usdc, word]
    const plain = (to: Address) => call(`function depositForBurnWithFees(${start}, ${claim})`, [...given, quote(to)])
    const hooked = (to: Address) =>
      call(`function depositForBurnWithHookAndFees(${start}, bytes hookData, ${claim})`, [...given, '0x12', quote(to)])
    for (const send of [plain, hooked]) {
      expect(movementsOf(send(second))).toEqual([rest, burned])
      for (const to of [from, zeroAddress]) expect(movementsOf(send(to))).toEqual([burned])
    }
    expect([plain, hooked].map((send) => decode(send(from)).notes.map(({ kind }) => kind))).toEqual([[], ['hook']])
    const transfer = (to: Hex, hookData: Hex = '0x') =>
      call(
        `function crossChainTransfer(bytes32 tokenId, uint256 amount, uint32 domain, bytes to, bytes32 caller, uint32 threshold, ${claim}, bool executes, bytes hookData)`,
        [word, 5n, baseDomain, to, word, 1_000, quote(second), true, hookData],
      )
    for (const to of [payee, recipient])
      expect(movementsOf(transfer(to))).toEqual([rest, { ...burned, token: contract }])
    for (const to of [word, '0x1234', '0x'] as const)
      expect(decode(transfer(to)).refusal?.reason).toBe('unknown_destination')
    expect(decode(transfer(payee, '0x12')).notes.map(({ kind }) => kind)).toEqual(['hook'])
  })

  test('the contract of a kit that executes: the calls inside, and who gets what is left', () => {
    const declaration =
      'function execute(((address target, bytes data, uint256 value, address tokenIn, uint256 amountToApprove, address tokenOut, uint256 minTokenOut)[] instructions, (address token, address beneficiary)[] tokens, uint256 execId, uint256 deadline, bytes metadata) params, (uint8 permitType, address token, uint256 amount, bytes permitCalldata)[] tokenInputs, bytes signature)'
    const inner = call('function transfer(address to, uint256 amount)', [payee, 5n])
    const rest = { tokenIn: usdc, amountToApprove: 5n, tokenOut: token, minTokenOut: 1n }
    const execute = (beneficiary: Address, left: Address = token) => [
      {
        instructions: [{ target: token, data: inner, value: 0n, ...rest }],
        tokens: [{ token: left, beneficiary }],
        execId: 1n,
        deadline: 9n,
        metadata: '0x',
      },
      [{ permitType: 0, token: usdc, amount: 5n, permitCalldata: '0x' }],
      signature,
    ]
    const paid = moved({ carrier: 'transfer' })
    const left = moved({ payee: second, amount: undefined, carrier: 'router' })
    expect(movementsOf(call(declaration, execute(second)))).toEqual([paid, left])
    expect(movementsOf(call(declaration, execute(second, zeroAddress)))).toEqual([paid, { ...left, token: 'native' }])
    expect(movementsOf(call(declaration, execute(from)))).toEqual([paid])
  })

  test('the Hub: a deposit with a permit or an authorization stays the own balance', () => {
    for (const last of ['bytes signature', 'uint8 v, bytes32 r, bytes32 s']) {
      const sign = last.startsWith('bytes') ? [signature] : [27, word, word]
      const permit = `function depositWithPermit(address token, address owner, uint256 value, uint256 deadline, ${last})`
      const authorize = `function depositWithAuthorization(address token, address from, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, ${last})`
      for (const data of [
        call(permit, [usdc, from, 5n, 9n, ...sign]),
        call(authorize, [usdc, from, 5n, 0n, 9n, word, ...sign]),
      ])
        expect(decode(data, issuerContracts.hubWallet)).toEqual({ movements: [], notes: [], refusal: undefined })
    }
  })

  test('the Hub: what stays the own balance there is not read on another contract, and may pay whom it names', () => {
    const [deposit, withdraw, initiate] = [
      call('function deposit(address token, uint256 value)', [payee, 5n]),
      call('function withdraw(address token)', [payee]),
      call('function initiateWithdrawal(address token, uint256 value)', [payee, 5n]),
    ] as const
    for (const data of [deposit, withdraw, initiate]) {
      expect(decode(data, issuerContracts.hubWallet)).toEqual({ movements: [], notes: [], refusal: undefined })
      expect(decode(data)).toMatchObject({
        movements: [],
        notes: [{ kind: 'unread_call', to: contract, addresses: [payee] }],
        refusal: undefined,
      })
      const [received, named] = movementsOf(data, contract, 7n)
      expect(received).toEqual(moved({ payee: contract, token: 'native', amount: 7n, carrier: 'native' }))
      expect(named).toEqual(moved({ token: 'native', amount: 7n, carrier: 'argument' }))
    }
    const approve = call('function approve(address spender, uint256 amount)', [contract, 5n])
    const along = (to: Address) => [
      { to: usdc, data: approve },
      { to, data: call('function deposit(address token, uint256 value)', [usdc, 5n]) },
    ]
    expect(decodeSendCalls({ chainId, from, calls: along(contract) }).refusal?.reason).toBe('unread_with_allowance')
    expect(decodeSendCalls({ chainId, from, calls: along(issuerContracts.hubWallet) }).refusal).toBeUndefined()
  })

  test('the Hub: a deposit for another account, and a delegate', () => {
    const deposit = 'function depositFor(address token, address depositor, uint256 value)'
    expect(movementsOf(call(deposit, [token, payee, 5n]))).toEqual([moved({ carrier: 'gateway' })])
    const delegate = 'function addDelegate(address token, address delegate)'
    expect(movementsOf(call(delegate, [token, payee]))).toEqual([moved({ amount: undefined, carrier: 'delegation' })])
  })
})

describe('ERC-777', () => {
  test('what is sent, by an operator too, and an operator', () => {
    const send = call('function send(address to, uint256 amount, bytes data)', [payee, 5n, '0x12'])
    expect(movementsOf(send, token)).toEqual([moved({ carrier: 'transfer' })])
    const operatorSend =
      'function operatorSend(address from, address to, uint256 amount, bytes data, bytes operatorData)'
    expect(movementsOf(call(operatorSend, [other, payee, 5n, '0x', '0x']), token)).toEqual([
      moved({ payer: other, carrier: 'transferFrom' }),
    ])
    expect(movementsOf(call('function authorizeOperator(address operator)', [payee]), token)).toEqual([
      moved({ amount: undefined, carrier: 'approval' }),
    ])
  })

  test('an account that sends executes a call', async () => {
    const inner = call('function transfer(address to, uint256 amount)', [payee, 5n])
    const callData = call('function send(address to, uint256 value, bytes data)', [token, 0n, inner])
    const { movements } = await decodeUserOperation({ chainId, userOperation: { sender: from, callData } })
    expect(movements).toMatchObject([moved({ carrier: 'transfer' })])
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

  test.each<[string, readonly unknown[]]>([
    ['execute(address to, uint256 value, bytes data, bytes signatures)', [token, 0n, inner(), signature]],
    ['callContract(address to, uint256 value, bytes data, bool reverts)', [token, 0n, inner(), true]],
    ['execute(address to, bytes data)', [token, inner()]],
    ['executeBatchCall(address[] to, uint256[] value, bytes[] data)', [[token], [0n], [inner()]]],
    [
      'execBatchTransactionFromEntrypoint(address[] to, uint256[] value, bytes[] data, uint8 operation)',
      [[token], [0n], [inner()], 0],
    ],
  ])('an account executes a call: %s', (declaration, args) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([{ ...paid(), payer: contract }])
  })

  test('an account executes a list of delegate calls: to unknown code they are refused', () => {
    const declaration =
      'function execBatchTransactionFromEntrypoint(address[] to, uint256[] value, bytes[] data, uint8 operation)'
    expect(decode(call(declaration, [[token], [0n], [inner()], 1])).refusal?.reason).toBe('unread_delegatecall')
  })

  test('an account executes a call and pays a fee', () => {
    const declaration =
      'function execFromEntryPointWithFee(address to, uint256 value, bytes data, (address token, address recipient, uint256 amount) fee)'
    const execute = (fee: object) => movementsOf(call(declaration, [token, 0n, inner(), fee]))
    const bySame = { ...paid(), payer: contract }
    const fee = moved({ payer: contract, payee: second, amount: 7n, carrier: 'refund' })
    expect(execute({ token, recipient: second, amount: 7n })).toEqual([bySame, fee])
    expect(execute({ token: zeroAddress, recipient: second, amount: 7n })).toEqual([
      bySame,
      { ...fee, token: 'native' },
    ])
    expect(execute({ token, recipient: second, amount: 0n })).toEqual([bySame])
  })

  test('an account executes calls, and after each those that are nested in it', () => {
    const list = '(bool allowFailed, address to, uint256 value, bytes data, bytes nestedCalls)[] calls'
    const one = (data: Hex, nestedCalls: Hex = '0x') => ({ allowFailed: true, to: token, value: 0n, data, nestedCalls })
    const nest = (calls: readonly unknown[]) => encodeAbiParameters(parseAbiParameters(list), [calls] as never)
    const deep = nest([one(inner(7n, other))])
    const calls = [one(inner(), nest([one(inner(6n, second), deep)])), one(inner(8n))]
    const bySame = [paid(), paid(6n, second), paid(7n, other), paid(8n)].map((each) => ({ ...each, payer: contract }))
    for (const name of ['execTransactionFromEntrypointBatch', 'execTransactionFromEntrypointBatchRevertOnFail'])
      expect(movementsOf(call(`function ${name}(${list})`, [calls]))).toEqual(bySame)
    for (const name of ['execTransactionBatch', 'execTransactionRevertOnFail'])
      expect(movementsOf(call(`function ${name}(bytes calls)`, [nest(calls)]))).toEqual(bySame)
    const batch = (nested: Hex) =>
      decode(call(`function execTransactionFromEntrypointBatch(${list})`, [[one(inner(), nested)]])).refusal?.reason
    let tooDeep: Hex = '0x'
    for (let depth = 0; depth < 10; depth++) tooDeep = nest([one(inner(), tooDeep)])
    expect(batch(tooDeep)).toBe('too_deep')
    expect(batch('0x1234')).toBe('malformed')
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
    ['changeMasterCopy(address masterCopy)', [payee]],
    ['setFallbackHandler(address handler)', [payee]],
    ['setGuard(address guard)', [payee]],
    ['setModuleGuard(address guard)', [payee]],
  ])('%s: it decides over the money of the Safe from then on', (declaration, args) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([
      moved({ payer: contract, token: 'native', amount: undefined, carrier: 'delegation' }),
    ])
  })

  test('a Safe calls itself: a handler that is taken away moves nothing, and a guard that is gone is noted', () => {
    const own = (declaration: string) => {
      const data = call(`function ${declaration}`, [zeroAddress])
      return decodeCall({ chainId, from: contract, to: contract, data })
    }
    for (const name of ['setGuard(address guard)', 'setModuleGuard(address guard)']) {
      const { movements, notes, refusal } = own(name)
      expect([movements, notes.map(({ kind }) => kind), refusal]).toEqual([[], ['guard_removed'], undefined])
    }
    expect(own('setFallbackHandler(address handler)')).toEqual({ movements: [], notes: [], refusal: undefined })
  })

  test('libraries that run as the Safe: new code, and a contract that is created', () => {
    const library: Address = '0xff83f6335d8930cbad1c0d439a841f01888d9f69'
    const execute =
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)'
    const run = (declaration: string, args: readonly unknown[]) => {
      const data = call(`function ${declaration}`, args)
      return decode(call(execute, [library, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signature]))
    }
    const given = { payer: contract, payee, token: 'native', amount: undefined, carrier: 'delegation' }
    expect(run('migrateToL2(address l2Singleton)', [payee])).toMatchObject({ movements: [given], refusal: undefined })
    expect(run('migrateFromV111(address l2Singleton, address fallbackHandler)', [payee, second])).toMatchObject({
      movements: [given, { ...given, payee: second }],
      refusal: undefined,
    })
    for (const [declaration, rest] of [
      ['performCreate(uint256 value, bytes deploymentData)', []],
      ['performCreate2(uint256 value, bytes deploymentData, bytes32 salt)', [word]],
    ] as const) {
      expect(run(declaration, [5n, '0x6000', ...rest]).refusal?.reason).toBe('unread_with_value')
      expect(run(declaration, [0n, '0x6000', ...rest])).toMatchObject({
        movements: [],
        notes: [{ kind: 'contract_creation' }],
        refusal: undefined,
      })
    }
  })

  test('a timelock pays what it executes, and what is scheduled', () => {
    const bySame = { ...paid(), payer: contract }
    const single = 'address to, uint256 value, bytes data, bytes32 predecessor, bytes32 salt'
    const batch = 'address[] to, uint256[] values, bytes[] data, bytes32 predecessor, bytes32 salt'
    const both = [
      [token, second],
      [0n, 7n],
      [inner(), '0x'],
    ]
    for (const [name, delay, rest] of [
      ['execute', '', []],
      ['schedule', ', uint256 delay', [9n]],
    ] as const) {
      expect(
        movementsOf(call(`function ${name}(${single}${delay})`, [token, 0n, inner(), word, word, ...rest])),
      ).toEqual([bySame])
      expect(movementsOf(call(`function ${name}Batch(${batch}${delay})`, [...both, word, word, ...rest]))).toEqual([
        bySame,
        moved({ payer: contract, payee: second, token: 'native', amount: 7n, carrier: 'native' }),
      ])
    }
    for (const name of ['queueTransaction', 'executeTransaction']) {
      const declaration = `function ${name}(address to, uint256 value, string signature, bytes data, uint256 eta)`
      expect(movementsOf(call(declaration, [token, 0n, '', inner(), 9n]))).toEqual([bySame])
      const args: Hex = `0x${inner().slice(10)}`
      expect(movementsOf(call(declaration, [token, 0n, 'transfer(address,uint256)', args, 9n]))).toEqual([bySame])
      expect(movementsOf(call(declaration, [payee, 5n, '', '0x', 9n]))).toEqual([
        moved({ payer: contract, token: 'native', carrier: 'native' }),
      ])
    }
  })

  test('positions in pools: what goes in under another account, or comes out to one', () => {
    const out = (over: Moved) => moved({ amount: undefined, carrier: 'router', ...over })
    const rest = [1n, 1n]
    const permit = [true, 27, word, word]
    const both = 'address tokenA, address tokenB'
    const least = 'uint256 leastA, uint256 leastB, address to, uint256 deadline'
    const signed = ', bool approveMax, uint8 v, bytes32 r, bytes32 s'
    const add = (to: Address) =>
      call(`function addLiquidity(${both}, uint256 amountA, uint256 amountB, ${least})`, [
        ...[token, usdc, 5n, 6n, ...rest, to, 9n],
      ])
    expect(movementsOf(add(payee))).toEqual([out({ amount: 5n }), out({ token: usdc, amount: 6n })])
    expect(movementsOf(add(from))).toEqual([])
    const addNative = (to: Address) =>
      call(
        'function addLiquidityETH(address token, uint256 amount, uint256 a, uint256 b, address to, uint256 deadline)',
        [...[token, 5n, ...rest, to, 9n]],
      )
    expect(movementsOf(addNative(payee))).toEqual([out({ amount: 5n })])
    expect(movementsOf(addNative(from), contract, 7n).map(({ payee: to }) => to)).toEqual([contract])
    expect(movementsOf(addNative(payee), contract, 7n).slice(1)).toEqual([
      out({ amount: 5n }),
      out({ token: 'native', amount: 7n }),
    ])
    for (const [name, more, args] of [
      ['removeLiquidity', '', []],
      ['removeLiquidityWithPermit', signed, permit],
    ] as const)
      expect(
        movementsOf(
          call(`function ${name}(${both}, uint256 liquidity, ${least}${more})`, [
            ...[token, usdc, 5n, ...rest, payee, 9n, ...args],
          ]),
        ),
      ).toEqual([out({}), out({ token: usdc })])
    for (const [name, more, args] of [
      ['removeLiquidityETH', '', []],
      ['removeLiquidityETHSupportingFeeOnTransferTokens', '', []],
      ['removeLiquidityETHWithPermit', signed, permit],
      ['removeLiquidityETHWithPermitSupportingFeeOnTransferTokens', signed, permit],
    ] as const)
      expect(
        movementsOf(
          call(`function ${name}(address token, uint256 liquidity, ${least}${more})`, [
            ...[token, 5n, ...rest, payee, 9n, ...args],
          ]),
        ),
      ).toEqual([out({}), out({ token: 'native' })])
    const mint =
      'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0, uint256 amount1, uint256 least0, uint256 least1, address recipient, uint256 deadline) params)'
    const position = (to: Address) => ({
      token0: token,
      token1: usdc,
      fee: 500,
      tickLower: -10,
      tickUpper: 10,
      amount0: 5n,
      amount1: 6n,
      least0: 1n,
      least1: 1n,
      recipient: to,
      deadline: 9n,
    })
    expect(movementsOf(call(mint, [position(payee)]))).toEqual([out({ amount: 5n }), out({ token: usdc, amount: 6n })])
    expect(movementsOf(call(mint, [position(from)]))).toEqual([])
    const collect = 'function collect((uint256 tokenId, address recipient, uint128 most0, uint128 most1) params)'
    const collected = (to: Address) =>
      movementsOf(call(collect, [{ tokenId: 7n, recipient: to, most0: 1n, most1: 1n }]))
    expect(collected(payee)).toEqual([out({ token: 'native' })])
    expect(collected(from)).toEqual([])
    // To the manager itself, which hands it on by another call.
    expect(collected(zeroAddress)).toEqual([])
  })

  /** The parameters of positions of version 4: as Uniswap has the key of a pool, and as PancakeSwap Infinity has it. */
  const position = {
    uniswap: (hook: Address) => ['address, address, uint24, int24, address', [token, usdc, 500, 10, hook]] as const,
    infinity: (hook: Address) =>
      ['address, address, address, address, uint24, bytes32', [token, usdc, hook, other, 500, word]] as const,
  }
  const encodeOne = (types: string, values: readonly unknown[]) =>
    encodeAbiParameters(parseAbiParameters(types) as never, values as never)
  const minted = (exchange: keyof typeof position, owner: Address, hook: Address = zeroAddress) => {
    const [types, values] = position[exchange](hook)
    const ticks = 'int24, int24'
    const rest = 'uint128, uint128, address, bytes'
    return {
      mint: encodeOne(`${types}, ${ticks}, uint256, ${rest}`, [...values, -10, 10, 1n, 5n, 6n, owner, '0x']),
      fromDeltas: encodeOne(`${types}, ${ticks}, ${rest}`, [...values, -10, 10, 5n, 6n, owner, '0x']),
    }
  }
  const direct = 'function modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)'
  const kindsOf = (actions: Hex, inputs: readonly Hex[]) =>
    decode(call(direct, [actions, inputs])).notes.map(({ kind }) => kind)

  test.each(['uniswap', 'infinity'] as const)(
    'positions of version 4, %s: what is taken, and for whom they are made',
    (exchange) => {
      const taken = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [usdc, second, 0n])
      // To mint, to settle a pair, to mint from what was settled, to take.
      const actions = '0x020d050e'
      const inputs = (owner: Address) => {
        const { mint, fromDeltas } = minted(exchange, owner)
        return [mint, '0x', fromDeltas, taken] as const
      }
      const out = (over: Moved) => moved({ amount: undefined, carrier: 'router', ...over })
      const takenOut = out({ payee: second, token: usdc })
      const made = [out({}), out({ token: usdc })]
      expect(movementsOf(call(direct, [actions, inputs(payee)]))).toEqual([...made, ...made, takenOut])
      expect(movementsOf(call(direct, [actions, inputs(from)]))).toEqual([takenOut])
      expect(kindsOf(actions, inputs(payee))).toEqual([])
      const withoutLock = 'function modifyLiquiditiesWithoutLock(bytes actions, bytes[] params)'
      expect(movementsOf(call(withoutLock, [actions, inputs(payee)]))).toEqual([...made, ...made, takenOut])
      const unlockData = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [actions, inputs(payee)])
      expect(
        movementsOf(call('function modifyLiquidities(bytes unlockData, uint256 deadline)', [unlockData, 9n])),
      ).toEqual([...made, ...made, takenOut])
    },
  )

  test('positions of version 4: another layout of the parameters is left unread', () => {
    const { mint } = minted('infinity', from)
    const at = (index: number) => 2 + index * 64
    const withWord = (index: number, one: Hex): Hex =>
      `0x${mint.slice(2, at(index))}${pad(one).slice(2)}${mint.slice(at(index + 1))}`
    // An owner where the amount is, as Uniswap would read it; a tail that begins elsewhere; and no head at all.
    for (const input of [withWord(10, payee), withWord(12, '0x1c0'), mint.slice(0, at(11)) as Hex, '0x'] as const)
      expect([movementsOf(call(direct, ['0x02', [input]])), kindsOf('0x02', [input])]).toEqual([[], ['unread_call']])
  })

  test('positions of version 4: an action that is not known is left unread', () => {
    const known = [0x01, 0x03, 0x0b, 0x0c, 0x0d, 0x0f, 0x12, 0x13, 0x15, 0x16]
    const swaps = [0x06, 0x07, 0x08, 0x09, 0x1c, 0x1d, 0x1e, 0x1f]
    const read = [0x00, 0x02, 0x04, 0x05, 0x0e, 0x10, 0x11, 0x14, ...swaps]
    const all = Array.from({ length: 256 }, (_, action) => action)
    for (const action of all.filter((one) => !read.includes(one))) {
      const expected = known.includes(action) ? [] : ['unread_call']
      expect([action, kindsOf(numberToHex(action, { size: 1 }), [pad(payee)])]).toEqual([action, expected])
    }
  })

  test.each(['uniswap', 'infinity'] as const)('positions of version 4, %s: a hook of the pool is noted', (exchange) => {
    const { mint, fromDeltas } = minted(exchange, from, second)
    expect(kindsOf('0x0205', [mint, fromDeltas])).toEqual(['hook', 'hook'])
  })

  /** As Uniswap has a step of a swap over several pools, and as PancakeSwap Infinity has it. */
  const step = {
    uniswap: (hook: Address) =>
      [
        '(address token, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)',
        [usdc, 500, 10, hook, '0x'],
      ] as const,
    infinity: (hook: Address) =>
      [
        '(address token, uint24 fee, address hooks, address poolManager, bytes hookData, bytes32 parameters)',
        [usdc, 500, hook, other, '0x', word],
      ] as const,
  }
  test.each(['uniswap', 'infinity'] as const)('swaps of version 4, %s: a hook of the pool is noted', (exchange) => {
    const oneForOne =
      (more: string, ...values: readonly unknown[]) =>
      (hook: Address) => {
        const [types, key] = position[exchange](hook)
        return encodeOne(`((${types}) key, bool, uint128, uint128, ${more}bytes) swap`, [
          [key, true, 5n, 1n, ...values, '0x'],
        ])
      }
    const several =
      (more: string, ...values: readonly unknown[]) =>
      (hook: Address) => {
        const [type, plain] = step[exchange](zeroAddress)
        const [, hooked] = step[exchange](hook)
        return encodeOne(`(address, ${type}[], ${more}uint128, uint128) swap`, [
          [token, [plain, hooked], ...values, 5n, 1n],
        ])
      }
    // Later versions have a least price, and earlier ones of Infinity a limit.
    const inputs = {
      '0x06081c1e': [oneForOne(''), oneForOne('uint256, ', 7n)],
      '0x07091d1f': [several(''), several('uint256[], ', [7n, 8n])],
    }
    for (const [actions, forms] of Object.entries(inputs))
      for (const form of forms)
        for (const [hook, kinds] of [
          [zeroAddress, []],
          [second, ['hook', 'hook', 'hook', 'hook']],
        ] as const) {
          // Keys of the list above.
          expect(kindsOf(actions as Hex, [hook, hook, hook, hook].map(form))).toEqual(kinds)
        }
  })

  test('swaps of version 4: where the pool cannot be read, there may be a hook', () => {
    for (const input of ['0x', pad(payee), concat([pad('0x20'), word])] as const)
      expect(kindsOf('0x06071c1d', [input, input, input, input])).toEqual(['hook', 'hook', 'hook', 'hook'])
  })

  test('positions of version 4: liquidity for a position that exists is noted', () => {
    const more = encodeOne('uint256, uint256, uint128, uint128, bytes', [7n, 1n, 5n, 6n, '0x'])
    const moreFromDeltas = encodeOne('uint256, uint128, uint128, bytes', [7n, 5n, 6n, '0x'])
    expect(kindsOf('0x0004', [more, moreFromDeltas])).toEqual(['position', 'position'])
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

  describe('what stays in a router, from where any account can take it', () => {
    const [caller, router] = [1n, 2n].map((mark) => numberToHex(mark, { size: 20 })) as [Address, Address] // Two of them.
    const reasonOf = (data: Hex) => decode(data).refusal?.reason
    const swapTo = (to: Address, isPaidByUser = true) =>
      inputOf('address to, uint256 amount, uint256 limit, address[] path, bool payerIsUser', [
        ...[to, 5n, 1n, [usdc, token], isPaidByUser],
      ])
    const sweepTo = (to: Address) => inputOf('address token, address to, uint256 least', [token, to, 5n])
    const multicall = (calls: readonly Hex[]) => call('function multicall(bytes[] data)', [calls])
    const single = (recipient: Address) =>
      call(
        'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amount, uint256 limit, uint160 sqrtPriceLimitX96) params)',
        [
          {
            tokenIn: usdc,
            tokenOut: token,
            fee: 500,
            recipient,
            deadline: 9n,
            amount: 5n,
            limit: 1n,
            sqrtPriceLimitX96: 0n,
          },
        ],
      )
    const collect = (recipient: Address) =>
      call('function collect((uint256 tokenId, address recipient, uint128 most0, uint128 most1) params)', [
        { tokenId: 7n, recipient, most0: 1n, most1: 1n },
      ])

    test('is refused where no later call pays it out', () => {
      for (const to of [zeroAddress, router, contract]) {
        expect(decode(execute('0x08', [swapTo(to)])).refusal).toEqual({
          reason: 'unknown_destination',
          message: `What comes out of the swap stays in the router ${contract}, where any account can take it.`,
          path: ['execute'],
        })
        expect(reasonOf(single(to))).toBe('unknown_destination')
        expect(reasonOf(multicall([single(to)]))).toBe('unknown_destination')
        expect(reasonOf(collect(to))).toBe('unknown_destination')
        // Paid out before, and not after.
        expect(reasonOf(execute('0x0408', [sweepTo(from), swapTo(to)]))).toBe('unknown_destination')
        const taken = inputOf('address token, address to, uint256 amount', [token, to, 0n])
        expect(reasonOf(execute('0x10', [inputOf('bytes, bytes[]', ['0x0e', [taken]])]))).toBe('unknown_destination')
      }
      // The rest of the coin is not what was swapped.
      expect(reasonOf(multicall([single(zeroAddress), call('function refundETH()', [])]))).toBe('unknown_destination')
    })

    test('passes where one does, to the caller or another account, or where what is done with it is not read', () => {
      const calls = [
        call('function sweepToken(address token, uint256 least)', [token, 5n]),
        call('function unwrapWETH9(uint256 least)', [5n]),
        call('function sweepToken(address token, uint256 least, address recipient)', [token, 5n, from]),
        call('function unwrapWETH9(uint256 least, address recipient)', [5n, payee]),
        single(from),
        '0x12345678',
      ] as const
      for (const one of calls) {
        expect(reasonOf(multicall([single(zeroAddress), one]))).toBeUndefined()
        expect(reasonOf(multicall([collect(zeroAddress), one]))).toBeUndefined()
      }
      for (const to of [caller, from, payee]) {
        expect(reasonOf(execute('0x0804', [swapTo(router), sweepTo(to)]))).toBeUndefined()
        expect(reasonOf(execute('0x0808', [swapTo(router), swapTo(to, false)]))).toBeUndefined()
        expect(reasonOf(execute('0x08', [swapTo(to)]))).toBeUndefined()
      }
      expect(reasonOf(execute('0x0810', [swapTo(router), inputOf('bytes, bytes[]', ['0x', []])]))).toBeUndefined()
      expect(reasonOf(execute('0x083f', [swapTo(router), '0x']))).toBeUndefined()
    })

    test('passes where a later call of the same transaction pays it out, and not where it is of another router', () => {
      const aggregate = (targets: readonly Address[], calls: readonly Hex[]) =>
        reasonOf(
          call('function aggregate((address target, bytes callData)[] calls)', [
            calls.map((callData, index) => ({ target: targets[index], callData })),
          ]),
        )
      const calls = [single(zeroAddress), call('function sweepToken(address token, uint256 least)', [token, 5n])]
      expect(aggregate([other, other], calls)).toBeUndefined()
      expect(aggregate([other, second], calls)).toBe('unknown_destination')
    })
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
      'Odos',
      'function swap((address, uint256, address, address, uint256, uint256, address), bytes, address, uint32)',
      [[token, 5n, other, usdc, 1n, 1n, payee], '0x12', other, 0],
      [out({ token: usdc })],
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

  const settler = '(address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid'
  const settle = (to: Address) => call(`function execute(${settler})`, [[to, usdc, 1n], ['0x1234'], word])
  const number = BigInt(payee)
  const toReceiver: [string, readonly unknown[]][] = [
    ['unoswapTo(uint256, uint256, uint256, uint256, uint256)', [number, 1n, 5n, 1n, 1n]],
    ['unoswapTo2(uint256, uint256, uint256, uint256, uint256, uint256)', [number, 1n, 5n, 1n, 1n, 1n]],
    ['unoswapTo3(uint256, uint256, uint256, uint256, uint256, uint256, uint256)', [number, 1n, 5n, 1n, 1n, 1n, 1n]],
    ['ethUnoswapTo(uint256, uint256, uint256)', [number + 2n ** 255n, 1n, 1n]],
    ['unoswapTo(address, address, uint256, uint256, uint256[])', [payee, token, 5n, 1n, [1n]]],
    ['unoswapToWithPermit(address, address, uint256, uint256, uint256[], bytes)', [payee, token, 5n, 1n, [1n], '0x']],
    ['uniswapV3SwapTo(address, uint256, uint256, uint256[])', [payee, 5n, 1n, [1n]]],
    [
      'uniswapV3SwapToWithPermit(address, address, uint256, uint256, uint256[], bytes)',
      [payee, token, 5n, 1n, [1n], '0x'],
    ],
    ['uniswapV3SwapTo(uint256, uint256, uint256, uint256[])', [number, 5n, 1n, [1n]]],
    ['unxswapTo(uint256, uint256, uint256, address, bytes32[])', [1n, 5n, 1n, payee, [word]]],
    [
      'clipperSwapTo(address, address, address, address, uint256, uint256, uint256, bytes32, bytes32)',
      [other, payee, token, zeroAddress, 5n, 1n, 9n, word, word],
    ],
  ]
  test.each(toReceiver)('from pool to pool, to a receiver: %s', (declaration, args) => {
    expect(movementsOf(call(`function ${declaration}`, args))).toEqual([out({ token: 'native' })])
  })

  test('0x: the receiver of what comes out, also through the contract that holds the allowance', () => {
    const exec =
      'function exec(address operator, address token, uint256 amount, address target, bytes data) returns (bytes)'
    expect(movementsOf(settle(payee))).toEqual([out({ token: usdc })])
    expect(movementsOf(call(exec, [other, token, 5n, other, settle(payee)]))).toEqual([out({ token: usdc })])
    expect(movementsOf(call(exec, [second, token, 5n, other, settle(from)]))).toEqual([
      moved({ payee: second, carrier: 'approval' }),
    ])
    const meta = `function executeMetaTxn(${settler}, address msgSender, bytes sig)`
    expect(movementsOf(call(meta, [[payee, usdc, 1n], ['0x1234'], word, from, '0x']))).toEqual([out({ token: usdc })])
  })

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
      // On ZKsync both have other addresses.
      '0x0dfcccb95225ffb03c6fbb2559b530c2b7c8a912',
      '0xf220d3b4dfb23c4ade8c88e526c1353abacbc38f',
      '0x309d0b190fecca8e1d5d8309a16f7e3cb133e885',
      '0x0408ef011960d02349d50286d20531229bcef773',
    ])
      expect(isSafeLibrary(address)).toBe(true)
    expect(isSafeLibrary(contract)).toBe(false)
    expect(isSafeLibrary('')).toBe(false)
  })
})
