import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const chainId = 5042002
const from = '0x1111111111111111111111111111111111111111'
const account = '0x5555555555555555555555555555555555555555'
const payee: Address = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const usdc: Address = '0x3600000000000000000000000000000000000000'
const zero: Hex = `0x${'00'.repeat(32)}`
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function memo(address, bytes, bytes32, bytes)',
  'function aggregate3((address, bool, bytes)[])',
  'function disperseEther(address[], uint256[]) payable',
  'function payAll(address[], uint256[]) payable',
  'function swap(address, address, uint256) payable',
  'function execute((address, uint256, bytes)[])',
  'function execute(bytes, bytes[], uint256)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)',
  'function multicall(bytes[])',
])
// Overloads, which viem types only one by one.
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)
const transfer = encode('transfer', [payee, 5n])
const safe = (to: Address, data: Hex, operation: number, gasPrice = 0n) =>
  encode('execTransaction', [to, 0n, data, operation, 0n, 0n, gasPrice, usdc, payee, '0x'])
const decode = (to: Address, data: Hex, value = 0n) => decodeCall({ chainId, from, to, data, value })
const nested = (depth: number): Hex =>
  depth === 0 ? transfer : encode('memo', [depth === 1 ? usdc : account, nested(depth - 1), zero, '0x'])

describe('payments in other clothes', () => {
  const router = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [usdc, payee, 5n])
  test.each<[string, Hex, bigint]>([
    ['a batch of an account', encode('execute', [[[usdc, 0n, transfer]]]), 0n],
    ['a command of the Universal Router', encode('execute', ['0x05', [router], 1n]), 0n],
    ['one that may fail', encode('execute', ['0x85', [router], 1n]), 0n],
    ['a payout list', encode('disperseEther', [[payee], [5n]]), 5n],
    ['an unknown payout list that takes money along', encode('payAll', [[payee], [5n]]), 5n],
    ['calls of a contract to itself', encode('multicall', [[encode('disperseEther', [[payee], [5n]])]]), 0n],
    ['the refund of a Safe', safe(account, '0x', 0, 1n), 0n],
  ])('%s', (_, data, value) => {
    expect(decode(account, data, value).movements.map((one) => one.payee)).toContain(payee)
  })

  test('an address with dirty upper bits', () => {
    const dirty = transfer.replace('000000000000000000000000d9', 'ffffffffffffffffffffffffd9') as Hex
    expect(decode(usdc, dirty).movements).toMatchObject([{ payee, amount: 5n }])
    expect(decode(usdc, `${transfer}00ff`).movements).toMatchObject([{ payee, amount: 5n }])
  })
})

describe('a deposit into a bridge by a router', () => {
  const word = (value: bigint | Hex) => BigInt(value).toString(16).padStart(64, '0')
  /** Depositor, recipient and destination; the rest as the router's authors encode it. */
  const deposit = (depositor: Address, recipient: Address, to = 84_532n) =>
    [depositor, recipient, usdc, usdc, 7n, 6n, to, zero, 1n, 2n, 0n, 13n * 32n, 0n, 0n].map(word).join('')
  const routed = (command: Hex, input: Hex) => decode(account, encode('execute', [command, [input], 1n]))

  test('pays the recipient on the other chain, and the depositor where that is another account', () => {
    expect(routed('0x40', `0x${word(32n)}${deposit(from, payee)}`)).toMatchObject({
      movements: [{ payee, chainId: 84_532, token: usdc, amount: 7n, carrier: 'router' }],
    })
    expect(routed('0xc0', `0x${word(32n)}${deposit(payee, from)}`)).toMatchObject({
      movements: [{ payee, chainId, token: usdc, amount: 7n }],
    })
    expect(routed('0x40', `0x${word(32n)}${deposit(from, from)}`)).toMatchObject({ movements: [], refusal: undefined })
    expect(routed('0x40', `0x${word(32n)}${deposit(from, payee, 5n)}`).refusal).toMatchObject({
      reason: 'unknown_destination',
      message: 'A bridge transfer goes to chain 5, which is unknown here.',
    })
  })

  test('notes what the recipient is to be called with, and takes the highest bit for all that there is', () => {
    const plain = deposit(from, payee)
    expect(routed('0x40', `0x${word(32n)}${plain}`).notes).toEqual([])
    const hooked = `${plain.slice(0, -128)}${word(0n)}${word(1n)}ff${'00'.repeat(31)}`
    expect(routed('0x40', `0x${word(32n)}${hooked}`).notes).toMatchObject([{ kind: 'hook' }])
    const all = routed('0x40', `0x${word(32n)}${plain.replace(word(7n), word(2n ** 255n))}`)
    expect(all.movements).toMatchObject([{ payee, amount: undefined }])
  })

  test('that earlier routers read as a swap to the sender', () => {
    // It begins at its second byte, so that the first word is one; a swap reads a path where a token is.
    const hidden = deposit(from, payee).replace(word(usdc), word(8n * 32n))
    const input: Hex = `0x${word(1n).slice(0, 62)}01${hidden}`
    expect(routed('0x40', input).refusal?.reason).toBe('malformed')
  })

  test('a share of full precision pays its recipient', () => {
    const share = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [usdc, payee, 5n])
    expect(routed('0x07', share).movements).toMatchObject([{ payee, token: usdc }])
  })

  test('both tokens of a pair that is taken', () => {
    const pair = encodeAbiParameters(parseAbiParameters('address, address, address'), [account, usdc, payee])
    const actions = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x11', [pair]])
    expect(routed('0x10', actions).movements).toMatchObject([
      { payee, token: account },
      { payee, token: usdc },
    ])
  })
})

describe('a call that the sender makes through another account', () => {
  const own = parseAbi(['function transferFrom(address, address, uint256)'])
  const pull = (payer: Address, to: Address) => encodeFunctionData({ abi: own, args: [payer, to, 5n] })
  const third: Address = '0x3333333333333333333333333333333333333333'

  test('pays that account, where it takes from the sender', () => {
    expect(decode(account, safe(usdc, pull(from, account), 0)).movements).toMatchObject([
      { payer: from, payee: account },
    ])
    const batch = encode('execute', [[[usdc, 0n, pull(from, account)]]])
    expect(decode(account, batch).movements).toMatchObject([{ payer: from, payee: account }])
  })

  test('pays that account, where it takes from a Safe that calls it', () => {
    const through = encode('execute', [[[usdc, 0n, pull(third, account)]]])
    expect(decode(third, safe(account, through, 0)).movements).toMatchObject([{ payer: third, payee: account }])
  })

  test('moves nothing that is judged, where it takes from a third one for itself or for the sender', () => {
    expect(decode(account, safe(usdc, pull(third, account), 0)).movements).toEqual([])
    expect(decode(usdc, pull(third, from)).movements).toEqual([])
  })
})

describe('a function of USDC itself that is not known', () => {
  const unknown = parseAbi(['function grantTo(address, uint256, bytes)', 'function mintersOf(uint256)'])
  const grant = encodeFunctionData({ abi: unknown, functionName: 'grantTo', args: [payee, 5n, '0x'] })

  test('may pay each account that it names', () => {
    expect(decode(usdc, grant).movements).toMatchObject([
      { payee, token: usdc, carrier: 'argument', amount: undefined },
    ])
    expect(decode(account, safe(usdc, grant, 0)).movements).toMatchObject([{ payer: account, payee, token: usdc }])
  })

  test('and one that names no other, or is of another token, passes with a note', () => {
    const read = encodeFunctionData({ abi: unknown, functionName: 'mintersOf', args: [1n] })
    expect(decode(usdc, read)).toMatchObject({ movements: [], notes: [{ kind: 'unread_call' }], refusal: undefined })
    expect(decode(payee, grant.replace(payee.slice(2).toLowerCase(), account.slice(2)) as Hex).movements).toEqual([])
  })
})

test('what a Safe approves by its hash alone is noted', () => {
  const hashed = parseAbi(['function approveHash(bytes32)', 'function signMessage(bytes)'])
  const approve = encodeFunctionData({ abi: hashed, functionName: 'approveHash', args: [zero] })
  const sign = encodeFunctionData({ abi: hashed, functionName: 'signMessage', args: [zero] })
  for (const data of [approve, sign])
    expect(decode(account, data)).toMatchObject({ movements: [], notes: [{ kind: 'unread_signature', to: account }] })
})

describe('refused', () => {
  test.each<[string, Address, Hex, bigint, string]>([
    ['code that runs as a Safe', account, safe(account, transfer, 1), 0n, 'unread_delegatecall'],
    [
      'an unread call that names USDC and takes money',
      account,
      encode('swap', [usdc, payee, 5n]),
      5n,
      'unread_with_value',
    ],
    ['nine calls inside each other', account, nested(9), 0n, 'too_deep'],
    [
      '257 payments',
      account,
      encode('aggregate3', [Array.from({ length: 257 }, () => [usdc, true, transfer])]),
      0n,
      'too_many',
    ],
    ['data that is too long', usdc, `0x${'00'.repeat(128 * 1024 + 1)}`, 0n, 'too_long'],
  ])('%s', (_, to, data, value, reason) => {
    expect(decode(to, data, value).refusal?.reason).toBe(reason)
  })

  test('offsets that share one tail, which would be gigabytes', () => {
    const length = 2_000
    const word = (number: number) => number.toString(16).padStart(64, '0')
    const tail = `${word(60_000)}${'00'.repeat(60_000)}`
    const data: Hex = `0xac9650d8${word(32)}${word(length)}${word(length * 32).repeat(length)}${tail}`
    expect(decode(account, data).refusal?.reason).toBe('malformed')
  })

  test('behavior: eight calls inside each other, 250 payments and an unread call without money pass', () => {
    expect(decode(account, nested(8)).refusal).toBeUndefined()
    expect(
      decode(account, encode('aggregate3', [Array.from({ length: 250 }, () => [usdc, true, transfer])])).movements,
    ).toHaveLength(250)
    expect(decode(account, encode('swap', [usdc, payee, 5n]))).toMatchObject({ movements: [], refusal: undefined })
  })
})
