import { encodeFunctionData, erc20Abi, keccak256, parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { decodeSendCalls } from './decodeSendCalls.js'
import { decodeTransactionRequest } from './decodeTransactionRequest.js'
import { decodeTransferLogs } from './decodeTransferLogs.js'
import { decodeUserOperation } from './decodeUserOperation.js'

const chainId = 5042002
const from = '0x1111111111111111111111111111111111111111'
const payee = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const spender = '0x4444444444444444444444444444444444444444'
const usdc = '0x3600000000000000000000000000000000000000'
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, 5n] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] })
const supply = encodeFunctionData({
  abi: parseAbi(['function supply(address asset, uint256 amount, address onBehalfOf)']),
  functionName: 'supply',
  args: [usdc, 5n, payee],
})

describe('decodeTransactionRequest', () => {
  const decode = (request: unknown) => decodeTransactionRequest({ chainId, request })

  test('default', async () => {
    const native = { payer: from, payee, amount: 1n, carrier: 'native' }
    expect(await decode({ from, to: payee, value: '0x1' })).toMatchObject({ from, movements: [native] })
    expect(await decode({ from, to: usdc, input: transfer, chainId: '0x4cef52' })).toMatchObject({
      from,
      movements: [{ payer: from, payee, amount: 5n, carrier: 'transfer' }],
    })
  })

  test('behavior: without a sender nothing is judged', async () => {
    expect(await decode({ to: payee, value: '0x1' })).toEqual({ movements: [], notes: [], from: undefined })
  })

  test('behavior: an authorization without a signature belongs to the sender', async () => {
    const { movements } = await decode({ from, to: from, authorizationList: [{ chainId: 0, address: spender }] })
    expect(movements).toMatchObject([{ payer: from, payee: spender, carrier: 'delegation' }])
    // The wallet fills in its chain.
    expect((await decode({ from, to: from, authorizationList: [{ address: spender }] })).movements).toEqual(movements)
  })

  test('behavior: an authorization with a signature belongs to the account that signed it', async () => {
    const account = privateKeyToAccount(keccak256(toHex('guard: authority')))
    const signed = await account.signAuthorization({ address: spender, chainId, nonce: 0 })
    const item = {
      address: spender,
      chainId: '0x4cef52',
      nonce: '0x0',
      r: signed.r,
      s: signed.s,
      yParity: toHex(signed.yParity ?? 0),
    }
    const { movements } = await decode({ from, to: from, authorizationList: [item] })
    expect(movements).toMatchObject([{ payer: account.address, payee: spender }])
  })

  test.each([
    null,
    7,
    [],
    'text',
    { from: '0x1' },
    { from, to: 'alice.eth' },
    { from, to: payee, value: '-1' },
    { from, to: payee, value: 1.5 },
    { from, to: usdc, data: '0xabc' },
    { from, to: usdc, data: transfer, input: '0x' },
    { from, to: payee, authorizationList: 7 },
    { from, to: payee, authorizationList: [{ chainId: 1 }] },
    { from, to: payee, authorizationList: [{ address: payee, chainId: 'one' }] },
    { from, to: payee, authorizationList: [{ address: payee, nonce: 0, yParity: 0, r: '0x1', s: '0x1' }] },
    { from, to: payee, authorizationList: Array.from({ length: 17 }, () => ({ chainId: 1, address: payee })) },
  ])('error: %j', async (request) => {
    expect((await decode(request)).refusal?.reason).toBe('malformed')
  })

  test('error: another chain', async () => {
    expect((await decode({ from, to: payee, chainId: '0x1' })).refusal?.reason).toBe('other_chain')
  })
})

describe('decodeSendCalls', () => {
  const decode = (calls: unknown) => decodeSendCalls({ chainId, from, calls })

  test('default', () => {
    const { movements } = decode([
      { to: usdc, data: transfer },
      { to: payee, value: '0x9' },
    ])
    expect(movements).toMatchObject([
      { payee, amount: 5n, path: ['calls[0]', 'transfer'] },
      { payee, amount: 9n, path: ['calls[1]'] },
    ])
  })

  test('behavior: an unread call that names USDC passes, unless an allowance goes along in the batch', () => {
    const alone = decode([{ to: spender, data: supply }])
    expect(alone).toMatchObject({ movements: [], refusal: undefined })
    expect(alone.notes).toMatchObject([{ kind: 'unread_call', to: spender, namesUsdc: true, addresses: [payee] }])
    for (const calls of [
      [
        { to: usdc, data: approve },
        { to: spender, data: supply },
      ],
      [
        { to: spender, data: supply },
        { to: usdc, data: approve },
      ],
    ])
      expect(decode(calls).refusal?.reason).toBe('unread_with_allowance')
  })

  test('behavior: an unread call is also refused beside an allowance of Permit2', () => {
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const allow = encodeFunctionData({
      abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
      functionName: 'approve',
      args: [usdc, spender, 5n, 9],
    })
    const { movements, refusal } = decode([
      { to: permit2, data: allow },
      { to: spender, data: supply },
    ])
    expect(movements).toMatchObject([{ payer: from, payee: spender, amount: 5n, carrier: 'permit2_allowance' }])
    expect(refusal).toMatchObject({
      reason: 'unread_with_allowance',
      message: `A call to ${spender} cannot be read, and an allowance goes along with it.`,
    })
  })

  test('behavior: an address in an unread call is a possible payee of its value, and of what its contract got before', () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function note(address whom)']),
      functionName: 'note',
      args: [payee],
    })
    const pay = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 5n] })
    const before = { to: usdc, data: pay }
    const named = (calls: unknown) => decode(calls).movements.filter((one) => one.payee === payee)
    expect(named([before, { to: spender, value: '0x7', data }])).toMatchObject([
      { token: 'native', amount: 7n, carrier: 'argument' },
    ])
    expect(named([before, { to: spender, data }])).toMatchObject([{ token: usdc, amount: undefined }])
    expect(named([{ to: spender, data }])).toEqual([])
  })

  test('error: data of more than 128 KiB', () => {
    const half = '00'.repeat(65_536)
    expect(decode([{ to: payee, value: '0x1', data: `0x${half}${half.slice(4)}` }]).refusal?.reason).not.toBe(
      'too_long',
    )
    expect(decode([{ to: payee, data: `0x${half}${half}00` }]).refusal).toMatchObject({
      reason: 'too_long',
      message: 'The data is longer than 131072 bytes.',
    })
  })

  test('error: not a batch', () => {
    for (const calls of [undefined, {}, 7, [null], [{ to: 7 }]]) expect(decode(calls).refusal?.reason).toBe('malformed')
    expect(decode(Array.from({ length: 257 }, () => ({ to: payee }))).refusal?.reason).toBe('too_many')
    expect(decode([{ to: payee, chainId: '0x1' }]).refusal?.reason).toBe('other_chain')
  })
})

describe('decodeUserOperation', () => {
  const account = '0x5555555555555555555555555555555555555555'
  const callData = encodeFunctionData({
    abi: parseAbi(['function execute(address, uint256, bytes)']),
    args: [usdc, 0n, transfer],
  })

  test('default', async () => {
    const userOperation = { sender: account, callData }
    const { movements } = await decodeUserOperation({ chainId, userOperation })
    expect(movements).toMatchObject([
      { payer: account, payee, amount: 5n, path: ['userOperation', 'execute', 'transfer'] },
    ])
    const wrapped = { sender: account, callData: `0x8dd7712f${callData.slice(2)}` }
    expect((await decodeUserOperation({ chainId, userOperation: wrapped })).movements).toHaveLength(1)
  })

  test('behavior: a delegation that comes with it', async () => {
    const userOperation = { sender: account, callData: '0x', eip7702Auth: { address: spender, chainId: '0x0' } }
    const { movements } = await decodeUserOperation({ chainId, userOperation })
    expect(movements).toMatchObject([{ payer: account, payee: spender, carrier: 'delegation' }])
  })

  test('error: not an operation', async () => {
    for (const userOperation of [null, 7, {}, { sender: account }, { sender: account, callData, eip7702Auth: 7 }])
      expect((await decodeUserOperation({ chainId, userOperation })).refusal?.reason).toBe('malformed')
  })
})

describe('decodeTransferLogs', () => {
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const word = (hex: string) => `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`
  const log = { address: usdc, topics: [topic, word(from), word(payee)], data: word('0x5') }

  test('default', () => {
    expect(decodeTransferLogs([log], from, chainId)).toEqual([
      { payer: from, payee, chainId, token: usdc, amount: 5n, carrier: 'transfer_log', path: ['logs[0]'] },
    ])
  })

  test('behavior: native value, as nodes report it', () => {
    const native = { ...log, address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }
    expect(decodeTransferLogs([native], from, chainId)).toMatchObject([{ token: 'native' }])
    // EIP-7708: the chain reports its coin itself, so the simulation's own report repeats it.
    const system = { ...native, address: '0xfffffffffffffffffffffffffffffffffffffffe' }
    for (const logs of [[system], [native, system]])
      expect(decodeTransferLogs(logs, from, chainId)).toMatchObject([{ token: 'native', payee, amount: 5n }])
  })

  test('behavior: leaves out events of other kinds, and movements of other accounts', () => {
    const others = [
      { ...log, data: word('0x0') },
      { ...log, topics: [topic, word(payee), word(from)] },
      { ...log, topics: [topic, word(from), word(from)] },
      { ...log, topics: [topic, word(from), word(payee), word('0x1')] },
      { ...log, topics: [word('0x1'), word(from), word(payee)] },
      { ...log, address: 7 },
      null,
    ]
    expect(decodeTransferLogs(others, from, chainId)).toEqual([])
    expect(decodeTransferLogs('none', from, chainId)).toEqual([])
  })
})
