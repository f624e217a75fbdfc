import { type Address, createPublicClient, custom, decodeFunctionData, type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { bridgeChainFacts, HUB_CHAIN_NAMES } from '../../chain/bridgeChains.js'
import { clearIssuerState } from '../../chain/issuerApi/pace.js'
import { HUB_MINTER, HUB_WALLET } from '../constants.js'
import { findHubMint } from '../findHubMint.js'
import { hubBalance } from '../hubBalance.js'
import { hubDeposits } from '../hubDeposits.js'
import { isHubDelegate } from '../isHubDelegate.js'
import { isHubWithdrawal } from '../isHubWithdrawal.js'
import { readHubWithdrawal } from '../readHubWithdrawal.js'
import { parseRoute, transferSpecOf } from '../route.js'
import { waitHubMint } from '../waitHubMint.js'
import { ceilingsFor, toppedUp } from './fees.js'
import { askEstimate, askTransfer, isSpecKnown, postTransfer } from './hubApi.js'
import { hubWalletAbi } from './hubWallet.js'
import { writeJson } from './writeJson.js'

const alice: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 5n, depositor: alice } as const
const lower = (address: Address) => address.toLowerCase() as Address

describe('parseRoute', () => {
  test('default: the depositor signs and is paid', () => {
    expect(parseRoute({ ...route, depositor: lower(alice) })).toEqual({ ...route, signer: alice, recipient: alice })
    expect(parseRoute({ ...route, signer: lower(bob) })).toMatchObject({ signer: bob, recipient: alice })
    expect(parseRoute({ ...route, recipient: lower(bob) })).toMatchObject({ signer: alice, recipient: bob })
  })

  const zero = `0x${'0'.repeat(40)}`
  test.each<[object, object]>([
    [{ from: 'Nowhere' }, { name: 'UnknownBridgeChainError' }],
    [{ from: 'Cronos_Testnet' }, { parameter: 'from' }],
    [{ to: 'Cronos_Testnet' }, { parameter: 'to' }],
    [{ amount: 0n }, { name: 'InvalidAmountError' }],
    [{ depositor: zero }, { parameter: 'depositor' }],
    [{ signer: zero }, { parameter: 'signer' }],
    [{ recipient: zero }, { parameter: 'recipient' }],
    [{ recipient: lower(HUB_WALLET) }, { parameter: 'recipient' }],
    [{ recipient: lower(HUB_MINTER) }, { parameter: 'recipient' }],
    [{ recipient: lower(bridgeChainFacts('Base_Sepolia').usdc) }, { parameter: 'recipient' }],
  ])('error: %o', (over, refusal) => {
    expect(() => parseRoute({ ...route, ...over } as Parameters<typeof parseRoute>[0])).toThrow(
      expect.objectContaining(refusal),
    )
  })

  test.each([
    [{ recipient: HUB_WALLET }, 'is a contract that could never give the money back'],
    [{ from: 'Cronos_Testnet' }, 'The Hub does not serve `from`, "Cronos_Testnet".'],
    [{ to: 'Cronos_Testnet' }, `Hub chains: ${HUB_CHAIN_NAMES.join(', ')}`],
  ])('error: says what is wrong: %o', (over, text) => {
    expect(() => parseRoute({ ...route, ...over } as Parameters<typeof parseRoute>[0])).toThrow(text)
  })

  test('transferSpecOf: each party and contract in its own place, as 32 bytes', () => {
    const signer: Address = '0x00000000000000000000000000000000000000bb'
    const salt: Hex = `0x${'5a'.repeat(32)}`
    const word = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`
    expect(transferSpecOf({ ...route, signer, recipient: bob }, salt)).toEqual({
      version: 1,
      sourceDomain: 26,
      destinationDomain: 6,
      sourceContract: word(HUB_WALLET),
      destinationContract: word(HUB_MINTER),
      sourceToken: word(bridgeChainFacts('Arc_Testnet').usdc),
      destinationToken: word(bridgeChainFacts('Base_Sepolia').usdc),
      sourceDepositor: word(alice),
      destinationRecipient: word(bob),
      sourceSigner: word(signer),
      destinationCaller: `0x${'0'.repeat(64)}`,
      value: 5n,
      salt,
      hookData: '0x',
    })
  })

  test('isHubWithdrawal: where it is held', () => {
    expect(isHubWithdrawal({ from: 'Arc_Testnet', to: 'Arc_Testnet' })).toBe(true)
    expect(isHubWithdrawal(route)).toBe(false)
  })
})

describe('fees', () => {
  const estimate = { maxFee: 0n, totalFee: 0n, maxBlockHeight: 7n, baseFee: 0n, forwardingFee: 0n }

  test('the ceiling: the greater quote, and the gas of both sides or 0.005 USDC on top', () => {
    const ceilings = (over: Partial<typeof estimate>) => ceilingsFor({ ...estimate, ...over })
    expect(ceilings({})).toEqual({ quotedFee: 0n, maxFee: 5_000n, maxBlockHeight: 10_007n })
    expect(ceilings({ maxFee: 9n, totalFee: 8n })).toMatchObject({ quotedFee: 9n, maxFee: 5_009n })
    expect(ceilings({ maxFee: 8n, totalFee: 9n })).toMatchObject({ quotedFee: 9n, maxFee: 5_009n })
    expect(ceilings({ maxFee: 9n, baseFee: 2_000n, forwardingFee: 3_001n })).toMatchObject({ maxFee: 5_010n })
    const endless = 2n ** 256n - 1n
    expect(ceilings({ maxBlockHeight: endless })).toMatchObject({ maxBlockHeight: endless })
    expect(ceilings({ maxBlockHeight: endless - 10_001n })).toMatchObject({ maxBlockHeight: endless - 1n })
  })

  test('a second signature: at most 0.10 USDC, the quoted fee again, and the limit', () => {
    const signed = { maxFee: 300_000n, quotedFee: 200_000n }
    expect(toppedUp(signed, 1n, undefined)).toBe(300_001n)
    expect(toppedUp(signed, 100_000n, undefined)).toBe(400_000n)
    expect(toppedUp(signed, 100_001n, undefined)).toBeUndefined()
    expect(toppedUp(signed, 0n, undefined)).toBeUndefined()
    expect(toppedUp(signed, -1n, undefined)).toBeUndefined()
    expect(toppedUp({ ...signed, quotedFee: 50n }, 50n, undefined)).toBe(300_050n)
    expect(toppedUp({ ...signed, quotedFee: 50n }, 51n, undefined)).toBeUndefined()
    expect(toppedUp(signed, 5n, 300_005n)).toBe(300_005n)
    expect(toppedUp(signed, 6n, 300_005n)).toBeUndefined()
  })
})

describe('what the chain says', () => {
  const { chainId, usdc } = bridgeChainFacts('Base_Sepolia')
  const clientOf = (answer: (functionName: string, args: readonly unknown[]) => bigint, id = chainId) =>
    createPublicClient({
      transport: custom({
        request: async ({ method, params }) => {
          if (method === 'eth_chainId') return numberToHex(id)
          const [{ to, data }] = params
          if (method !== 'eth_call' || to !== HUB_WALLET) throw new Error(`unexpected ${method} to ${to}`)
          const { functionName, args } = decodeFunctionData({ abi: hubWalletAbi, data })
          return numberToHex(answer(functionName, args ?? []), { size: 32 })
        },
      }),
    })
  const asked = { chain: 'Base_Sepolia', depositor: lower(alice) } as const

  test('a delegate: of this depositor, for this chain’s USDC', async () => {
    const client = clientOf((name, args) =>
      name === 'isAuthorizedForBalance' && `${args}` === `${[usdc, alice, bob]}` ? 1n : 0n,
    )
    expect(await isHubDelegate(client, { ...asked, delegate: bob })).toBe(true)
    expect(await isHubDelegate(client, { ...asked, delegate: alice })).toBe(false)
    await expect(
      isHubDelegate(
        clientOf(() => 1n, 1),
        { ...asked, delegate: bob },
      ),
    ).rejects.toMatchObject({ name: 'WrongNetworkError' })
    for (const over of [{ depositor: '0x12' }, { delegate: '0x12' }, { chain: 'Cronos_Testnet' }])
      await expect(isHubDelegate(client, { ...asked, delegate: bob, ...over } as never)).rejects.toMatchObject({
        parameter: Object.keys(over)[0],
      })
  })

  test.each([
    [{ availableBalance: 3n }, { available: 3n, withdrawing: 0n, readyAtBlock: 0n, isReady: false }],
    [
      { withdrawingBalance: 2n, withdrawalBlock: 9n },
      { available: 0n, withdrawing: 2n, readyAtBlock: 9n, isReady: false },
    ],
    [
      { withdrawingBalance: 2n, withdrawalBlock: 9n, withdrawableBalance: 2n },
      { available: 0n, withdrawing: 2n, readyAtBlock: 9n, isReady: true },
    ],
    // The contract keeps the block of a withdrawal that is over.
    [{ withdrawalBlock: 9n }, { available: 0n, withdrawing: 0n, readyAtBlock: 0n, isReady: false }],
  ])('a withdrawal: %o', async (state: Record<string, bigint>, withdrawal) => {
    const client = clientOf((name, args) => (`${args}` === `${[usdc, alice]}` ? (state[name] ?? 0n) : 77n))
    expect(await readHubWithdrawal(client, asked)).toEqual(withdrawal)
  })
})

test('error: a chain that does not answer, and what it was asked', async () => {
  const { chainId } = bridgeChainFacts('Base_Sepolia')
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return numberToHex(chainId)
    throw new Error('gone')
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const asked = { chain: 'Base_Sepolia', depositor: alice } as const
  await expect(isHubDelegate(client, { ...asked, delegate: bob })).rejects.toThrow('asking the Hub for a delegate')
  await expect(readHubWithdrawal(client, asked)).rejects.toThrow(/reading the \w+(?:Balance|Block) of 0x5290/)
  await expect(readHubWithdrawal(client, { ...asked, depositor: '0x12' })).rejects.toMatchObject({
    parameter: 'depositor',
  })
})

test('the refusals of the Hub’s wallet contract have names', () => {
  const names = hubWalletAbi.flatMap((item) => (item.type === 'error' ? [item.name] : []))
  expect(names.sort()).toEqual([
    'AccountDenylisted',
    'CannotDelegateToSelf',
    'DepositValueMustBePositive',
    'EnforcedPause',
    'NoWithdrawingBalance',
    'UnsupportedToken',
    'WithdrawalNotYetAvailable',
    'WithdrawalValueExceedsAvailableBalance',
    'WithdrawalValueMustBePositive',
  ])
})

test.each([
  ['another depositor', { domain: 6, depositor: bob, balance: '1.5' }],
  ['a depositor that is not an address', { domain: 6, depositor: '0x12', balance: '1.5' }],
  ['no depositor', { domain: 6, balance: '1.5' }],
  ['a malformed amount', { domain: 6, depositor: alice, balance: '-1' }],
])('hubBalance: %s is not an answer', async (_, entry) => {
  clearIssuerState()
  const fetchImpl = async () => new Response(JSON.stringify({ token: 'USDC', balances: [entry] }))
  await expect(hubBalance({ depositor: alice, fetchImpl })).rejects.toMatchObject({
    name: 'IssuerUnavailableError',
    reason: 'garbled',
  })
})

test('isSpecKnown: what the issuer has taken, and nothing else', async () => {
  const spec: Hex = `0x${'ab'.repeat(32)}`
  const ask = (status: number, body: unknown) => {
    clearIssuerState()
    const fetchImpl: typeof fetch = async (input) => {
      expect(new URL(String(input)).pathname).toBe(`/v1/transferSpec/${spec}`)
      return new Response(JSON.stringify(body), { status })
    }
    return isSpecKnown(spec, { fetchImpl })
  }
  expect(await ask(200, { version: 1 })).toBe(true)
  expect(await ask(404, { message: 'Not found.' })).toBe(false)
  for (const body of [null, 'yes', 7]) await expect(ask(200, body)).rejects.toMatchObject({ reason: 'garbled' })
})

const mintTxHash: Hex = `0x${'c1'.repeat(32)}`

test.each<[object, object]>([
  [{ status: 'pending' }, { state: 'pending' }],
  // Of a newer issuer, or a name that every object has.
  [
    { status: 'queued', transactionHash: mintTxHash },
    { state: 'pending', mintTxHash },
  ],
  [{ status: 'toString' }, { state: 'pending' }],
  [
    { status: 'confirmed', transactionHash: mintTxHash },
    { state: 'done', mintTxHash },
  ],
  [{ status: 'finalized', transactionHash: '0x12' }, { state: 'done' }],
  [
    { status: 'failed', transactionHash: mintTxHash },
    { state: 'failed', reason: 'FAILED' },
  ],
  [
    { status: 'expired', forwardingDetails: { failureReason: '' } },
    { state: 'failed', reason: 'EXPIRED' },
  ],
  [
    { status: 'failed', forwardingDetails: { failureReason: 7 } },
    { state: 'failed', reason: 'FAILED' },
  ],
  [
    { status: 'failed', forwardingDetails: { failureReason: 'x'.repeat(201) } },
    { state: 'failed', reason: 'x'.repeat(200) },
  ],
  // What cannot be read says nothing about the spend.
  [{ status: 7 }, { state: 'pending' }],
])('findHubMint: %o', async (body, status) => {
  clearIssuerState()
  expect(await findHubMint({ transferId: 'one', fetchImpl: async () => new Response(JSON.stringify(body)) })).toEqual(
    status,
  )
})

test('findHubMint: an id that the Hub assigns, and nothing else', async () => {
  clearIssuerState()
  const asked: string[] = []
  const fetchImpl: typeof fetch = async (input) => {
    asked.push(new URL(String(input)).pathname)
    return new Response(JSON.stringify({ status: 'pending' }))
  }
  const ids = ['one-TWO-3', 'x'.repeat(64)]
  for (const transferId of ids) await findHubMint({ transferId, fetchImpl })
  for (const transferId of ['', 'x'.repeat(65), 'one/two', '../one', 'one\n', 7 as never])
    await expect(findHubMint({ transferId, fetchImpl })).rejects.toMatchObject({
      parameter: 'transferId',
      shortMessage: 'The `transferId` is not an id that the Hub assigns.',
    })
  expect(asked).toEqual(ids.map((id) => `/v1/transfer/${id}`))
  const gone = new Error('gone')
  await expect(findHubMint({ transferId: 'one', fetchImpl, signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
  await expect(findHubMint({ transferId: 'one', apiUrl: 'no url' })).rejects.toMatchObject({ parameter: 'apiUrl' })
})

test('hubDeposits: of the chains that were asked for', async () => {
  clearIssuerState()
  const { domain } = bridgeChainFacts('Base_Sepolia')
  const listed = { domain, depositor: alice, transactionHash: mintTxHash, amount: '5000000', blockHeight: '40123456' }
  const ask = (deposits: readonly object[]) =>
    hubDeposits({
      depositor: lower(alice),
      chains: ['Base_Sepolia'],
      fetchImpl: async (input, init) => {
        expect(new URL(String(input)).pathname).toBe('/v1/deposits')
        expect(JSON.parse(String(init?.body))).toEqual({ token: 'USDC', sources: [{ domain, depositor: alice }] })
        return new Response(JSON.stringify({ token: 'USDC', deposits }))
      },
    })
  expect(await ask([listed, { ...listed, domain: 26 }])).toEqual([
    { chain: 'Base_Sepolia', txHash: mintTxHash, amount: 5_000_000n, blockNumber: 40_123_456n },
  ])
  for (const over of [{ transactionHash: '0x12' }, { amount: '1.5' }, { blockHeight: null }, { depositor: bob }])
    await expect(ask([{ ...listed, ...over }])).rejects.toMatchObject({ reason: 'garbled' })
  const never: typeof fetch = () => expect.unreachable()
  expect(await hubDeposits({ depositor: alice, chains: [], fetchImpl: never })).toEqual([])
  expect(await hubBalance({ depositor: alice, chains: [], fetchImpl: never })).toEqual({ total: 0n, byChain: {} })
  await expect(hubDeposits({ depositor: alice, chains: ['Cronos_Testnet' as never] })).rejects.toMatchObject({
    parameter: 'chains',
  })
})

test('error: a refusal of the Hub says what was asked for', async () => {
  const refusing = { fetchImpl: async () => new Response('{}', { status: 403 }) }
  const spec = transferSpecOf({ ...route, signer: alice, recipient: alice }, mintTxHash)
  const questions: [() => Promise<unknown>, string][] = [
    [() => askEstimate(spec, refusing), 'asking the Hub for its fees'],
    [() => postTransfer('[]', refusing), 'handing in a spend of the Hub'],
    [() => askTransfer('one', refusing), 'asking the Hub for transfer one'],
    [() => isSpecKnown(mintTxHash, refusing), 'asking the Hub for a spend'],
    [() => hubBalance({ depositor: alice, ...refusing }), `asking the Hub for balances of ${alice}`],
    [() => hubDeposits({ depositor: alice, ...refusing }), `asking the Hub for deposits of ${alice}`],
  ]
  for (const [ask, attempted] of questions)
    await expect(ask()).rejects.toMatchObject({ shortMessage: `The issuer's service refused ${attempted}.` })
})

test.each([{}, { transferId: 7 }, { transferId: '../one' }, null])('a spend taken as %j has no id', async (body) => {
  clearIssuerState()
  const fetchImpl = async () => new Response(JSON.stringify(body), { status: 201 })
  await expect(postTransfer('[]', { fetchImpl })).rejects.toMatchObject({ reason: 'garbled', effect: 'open' })
})

test('writeJson: as JSON.stringify has it, and bigints as texts', () => {
  const value = {
    a: [1, 'two "quoted"', true, false, [], {}, [[3]]],
    'b"': { c: -1.5, d: '' },
    e: [{ f: 1 }, { g: 2 }],
  }
  expect(writeJson(value)).toBe(JSON.stringify(value))
  expect(writeJson([5n, { six: 6n }])).toBe('["5",{"six":"6"}]')
})

test('waitHubMint: asks until it is minted, and no longer than it may', async () => {
  let asked = 0
  let now = 0
  const wait = (states: readonly string[], timeoutMs: number) => {
    asked = 0
    now = 0
    const fetchImpl = async () => {
      clearIssuerState()
      const status = states[Math.min(asked, states.length - 1)]
      asked += 1
      now += 10
      return new Response(JSON.stringify({ status }))
    }
    return waitHubMint({ transferId: 'one', fetchImpl, pollMs: 1, timeoutMs, now: () => now })
  }
  expect(await wait(['pending', 'pending', 'finalized'], 60_000)).toEqual({ state: 'done' })
  expect(asked).toBe(3)
  expect(await wait(['pending', 'failed'], 60_000)).toEqual({ state: 'failed', reason: 'FAILED' })
  expect(await wait(['pending'], 20)).toEqual({ state: 'pending' })
  expect(asked).toBe(2)
  expect(await wait(['pending'], 0)).toEqual({ state: 'pending' })
  expect(asked).toBe(1)
})

test('waitHubMint: by its own clock, and no longer than the caller waits', async () => {
  clearIssuerState()
  const pending = async () => new Response(JSON.stringify({ status: 'pending' }))
  expect(await waitHubMint({ transferId: 'one', fetchImpl: pending, pollMs: 1, timeoutMs: 5 })).toEqual({
    state: 'pending',
  })
  const [gone, caller] = [new Error('gone'), new AbortController()]
  const silent = () => new Promise<Response>(() => caller.abort(gone))
  await expect(waitHubMint({ transferId: 'one', fetchImpl: silent, signal: caller.signal })).rejects.toBe(gone)
})

test('hubBalance: by chain, each counted once, and those that the issuer names', async () => {
  const { domain } = bridgeChainFacts('Base_Sepolia')
  let body: { token: string; sources: { domain: number; depositor: string }[] } | undefined
  const ask = (chains?: readonly ('Arc_Testnet' | 'Base_Sepolia')[]) =>
    hubBalance({
      depositor: lower(alice),
      chains,
      fetchImpl: async (_, init) => {
        body = JSON.parse(String(init?.body))
        const balances = [
          // Its checksum is the issuer's affair.
          { domain, depositor: alice.replace('E', 'e'), balance: '1.5' },
          { domain: 26, depositor: alice, balance: '0.25' },
        ].filter((entry) => body?.sources.some((source) => source.domain === entry.domain))
        return new Response(JSON.stringify({ token: 'USDC', balances }))
      },
    })
  expect(await ask()).toEqual({ total: 1_750_000n, byChain: { Arc_Testnet: 250_000n, Base_Sepolia: 1_500_000n } })
  expect(body?.sources.length).toBeGreaterThan(2)
  expect(await ask(['Base_Sepolia', 'Base_Sepolia'])).toEqual({
    total: 1_500_000n,
    byChain: { Base_Sepolia: 1_500_000n },
  })
  expect(new Set(body?.sources.map((source) => source.depositor))).toEqual(new Set([alice]))
  await expect(ask(['Cronos_Testnet' as never])).rejects.toMatchObject({ parameter: 'chains' })
})
