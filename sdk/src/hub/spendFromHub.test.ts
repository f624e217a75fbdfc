import { freshAddress } from '@holdfast/testkit/boxPolicies'
import { type HubStage, setHubStage } from '@holdfast/testkit/hubStage'
import type { Actor } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, custom, type Hex, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HubChainName } from '../chain/bridgeChains.js'
import { primaryChain } from '../chain/viemChain.js'
import { UnknownBridgeChainError } from '../errors/chain.js'
import { HubMintFailedError, HubOutcomeUnknownError, HubRefusedError, HubTransferIdLostError } from '../errors/hub.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { IssuerUnavailableError } from '../errors/issuer.js'
import { SignatureDeclinedError, SignatureUnusableError } from '../errors/transaction.js'
import { HUB_MINTER, HUB_WALLET } from './constants.js'
import { findHubMint } from './findHubMint.js'
import { findHubMintOnChain } from './findHubMintOnChain.js'
import { hubBalance } from './hubBalance.js'
import { hubDeposits } from './hubDeposits.js'
import { quoteHubSpend } from './quoteHubSpend.js'
import { resumeHubSpend } from './resumeHubSpend.js'
import { spendFromHub } from './spendFromHub.js'
import type { HubSpendResult, SignedHubSpend } from './types.js'
import { waitHubMint } from './waitHubMint.js'

let stage: HubStage
/** A depositor with enough for every test that does not ask for one of its own. */
let rich: Actor
beforeAll(async () => {
  stage = await setHubStage()
  rich = await stage.depositor(500_000_000n)
})
afterEach(() => stage.clearFaults())
afterAll(() => stage?.stop())

const amount = 2_000_000n
const deposit = 10_000_000n

const wait = { timeout: 120_000, interval: 50 }

/** The issuer, which does not answer questions about balances. */
const withoutBalances: typeof fetch = async (input, init) =>
  String(input).includes('balances') ? new Response('', { status: 500 }) : fetch(input, init)

/** A spend to the other chain, followed by everything that can be known of it. */
async function spend(
  depositor: Actor,
  recipient: Address,
  over: Partial<spendFromHub.Parameters> = {},
): Promise<{ result: unknown; intents: SignedHubSpend[]; ids: string[]; steps: string[] }> {
  const [intents, ids, steps]: [SignedHubSpend[], string[], string[]] = [[], [], []]
  const result = await spendFromHub(depositor, {
    skipRiskCheck: true,
    ...stage.hub,
    from: 'Arc_Testnet',
    to: 'Base_Sepolia',
    amount,
    recipient,
    onIntent: (signed) => intents.push(signed),
    onTransferId: (id) => ids.push(id),
    onStep: (step) => steps.push(step),
    ...over,
  }).catch((error: unknown) => error)
  return { result, intents, ids, steps }
}

describe.each([
  ['Arc_Testnet', 'Base_Sepolia'],
  ['Base_Sepolia', 'Arc_Testnet'],
  ['Arc_Testnet', 'Arc_Testnet'],
  ['Base_Sepolia', 'Base_Sepolia'],
] as const)('from %s to %s', (from, to) => {
  test('default: what leaves the balance is what arrives and the fee, which is within what was signed', async () => {
    const depositor = await stage.depositor(deposit, from)
    const recipient = freshAddress()
    const { result, steps, ids, intents } = await spend(depositor, recipient, { from, to })
    expect(steps).toEqual(['quote', 'sign', 'transfer', 'mint'])
    const { transferId, mintTxHash, quote } = result as HubSpendResult
    expect(ids).toEqual([transferId])
    expect(intents).toHaveLength(1)
    expect(quote.total).toBe(amount + quote.maxFee)
    expect(quote.maxFee).toBeGreaterThanOrEqual(quote.quotedFee + 5_000n)

    const arrived = await (to === 'Arc_Testnet' ? stage.balanceOf : stage.remoteBalanceOf)(recipient)
    expect(arrived).toBe(amount)
    const left = await stage.hubBalanceOf(depositor.address, from)
    const fee = deposit - left - amount
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(quote.maxFee)

    expect(await findHubMint({ ...stage.hub, transferId })).toEqual({ state: 'done', mintTxHash })
    const destination = to === 'Arc_Testnet' ? stage.publicClient : stage.remotePublicClient
    const { transferSpecHash } = intents[0] as SignedHubSpend
    expect(await findHubMintOnChain(destination, { transferSpecHash })).toEqual({ state: 'done', mintTxHash })
  })
})

test('default: the recipient is the depositor, who pays no gas', async () => {
  const depositor = await stage.depositor(deposit)
  const before = await stage.balanceOf(depositor.address)
  const nonce = await stage.publicClient.getTransactionCount({ address: depositor.address })
  await spend(depositor, depositor.address, { to: 'Arc_Testnet', recipient: undefined })
  expect(await stage.balanceOf(depositor.address)).toBe(before + amount)
  expect(await stage.publicClient.getTransactionCount({ address: depositor.address })).toBe(nonce)
})

describe('with a client of the destination', () => {
  const seen = () => ({ destinationClient: stage.remotePublicClient })
  const noMint: Hex = `0x${'5a'.repeat(32)}`

  test('default: the mint is there', async () => {
    const recipient = freshAddress()
    const { result, intents } = await spend(rich, recipient, seen())
    const { mintTxHash, transferId } = result as HubSpendResult
    const { transferSpecHash } = intents[0] as SignedHubSpend
    const found = await findHubMintOnChain(stage.remotePublicClient, { transferSpecHash })
    expect(found).toEqual({ state: 'done', mintTxHash })
    expect(await stage.remoteBalanceOf(recipient)).toBe(amount)
    // With its id it is followed, and not handed in again.
    const again = resumeHubSpend(intents[0] as SignedHubSpend, { ...stage.hub, ...seen(), transferId })
    expect(await again).toEqual(result)
  })

  test('behavior: what an issuer names is not the mint, where it is another one or none', async () => {
    const { result: other } = await spend(rich, freshAddress())
    const { mintTxHash: anothers = noMint } = other as HubSpendResult
    expect(anothers).not.toBe(noMint)
    for (const claimedMint of [anothers, noMint]) {
      stage.setFaults({ claimedMint })
      const recipient = freshAddress()
      const { result, ids, intents } = await spend(rich, recipient, { ...seen(), timeoutMs: 3_000 })
      const { quote } = result as HubSpendResult
      expect(result).toEqual({ transferId: ids[0], quote })
      stage.setFaults({ claimedMint: null })
      const [signed] = intents as [SignedHubSpend]
      const follow = { ...stage.hub, transferId: ids[0] }
      const later = await resumeHubSpend(signed, { ...follow, ...seen() })
      // The client of another chain shows nothing.
      const elsewhere = await resumeHubSpend(signed, {
        ...follow,
        timeoutMs: 3_000,
        destinationClient: stage.publicClient,
      })
      expect(elsewhere).toEqual(result)
      expect(later.mintTxHash).toMatch(/^0x/)
      expect(await stage.remoteBalanceOf(recipient)).toBe(amount)
    }
  })

  test('error: a caller that stops waiting for it gets its own reason', async () => {
    stage.setFaults({ claimedMint: noMint })
    const stop = new AbortController()
    const { result } = await spend(rich, freshAddress(), {
      ...seen(),
      signal: stop.signal,
      onTransferId: () => setTimeout(() => stop.abort(new Error('enough')), 500),
    })
    expect(result).toMatchObject({ message: 'enough' })
  })
})

test('quoteHubSpend: neither signature nor balance is needed', async () => {
  const quote = await quoteHubSpend({
    ...stage.hub,
    from: 'Arc_Testnet',
    to: 'Base_Sepolia',
    amount,
    depositor: freshAddress(),
  })
  expect(quote.total).toBe(amount + quote.maxFee)
  expect(quote.quotedFee).toBeGreaterThan(0n)
  expect(quote.maxBlockHeight).toBeGreaterThan((await stage.publicClient.getBlockNumber()) + 1_209_600n)
})

test('hubBalance: by chain, and the total of those', async () => {
  const depositor = await stage.depositor(deposit)
  expect(await hubBalance({ ...stage.hub, depositor: depositor.address })).toEqual({
    total: deposit,
    byChain: expect.objectContaining({ Arc_Testnet: deposit, Base_Sepolia: 0n }),
  })
  expect(await hubBalance({ ...stage.hub, depositor: depositor.address, chains: ['Base_Sepolia'] })).toEqual({
    total: 0n,
    byChain: { Base_Sepolia: 0n },
  })
})

describe('the fee rises after the quote', () => {
  test('within the cap: signed once more, for the same transfer, and spent once', async () => {
    const recipient = freshAddress()
    stage.setFaults({ feeRise: 80_000 })
    const steps: string[] = []
    const { result, intents, ids } = await spend(rich, recipient, {
      onStep: (step) => {
        // The devnet's fees drift from one request to the next, and what it asks for is added to the unit.
        if (step === 'sign' && steps.includes(step)) stage.setFaults({ feeRise: 60_000 })
        steps.push(step)
      },
    })
    expect(steps).toEqual(['quote', 'sign', 'transfer', 'sign', 'transfer', 'mint'])
    expect(ids).toHaveLength(1)
    expect(new Set(intents.map(({ transferSpecHash }) => transferSpecHash)).size).toBe(1)
    const [first, second] = intents.map(({ request }) => BigInt(JSON.parse(request)[0].burnIntent.maxFee))
    expect(second).toBeGreaterThan(first ?? 0n)
    expect((result as HubSpendResult).quote.maxFee).toBe(second)
    expect(await stage.remoteBalanceOf(recipient)).toBe(amount)
  })

  test('error: above the cap, with nothing spent', async () => {
    const before = await stage.hubBalanceOf(rich.address)
    stage.setFaults({ feeRise: 400_000 })
    const { result, intents } = await spend(rich, freshAddress())
    expect(result).toBeInstanceOf(HubRefusedError)
    expect(result).toMatchObject({ code: 'insufficient_fee', required: expect.any(BigInt) })
    expect(intents).toHaveLength(1)
    expect(await stage.hubBalanceOf(rich.address)).toBe(before)
  })

  test('parameter: maxFee is never signed above, and a quote above it is not signed at all', async () => {
    const { result, intents } = await spend(rich, freshAddress(), { maxFee: 70_000n })
    expect(result).toMatchObject({ quote: { maxFee: 70_000n } })
    expect(intents).toHaveLength(1)
    const refused = await spend(rich, freshAddress(), { maxFee: 1_000n })
    expect(refused.result).toMatchObject({ code: 'insufficient_fee', available: 1_000n })
    expect(refused.intents).toEqual([])
  })
})

test.each([
  ['before signing', {}, ['quote']],
  ['after signing, where the balance is not told', { fetchImpl: withoutBalances }, ['quote', 'sign', 'transfer']],
])('error: a balance on another chain does not pay, and is refused %s', async (_, over, expected) => {
  const before = await stage.hubBalanceOf(rich.address)
  const route = { from: 'Base_Sepolia', to: 'Arc_Testnet' } as const
  const { result, steps } = await spend(rich, freshAddress(), { ...route, ...over })
  expect(result).toBeInstanceOf(HubRefusedError)
  expect(result).toMatchObject({ code: 'insufficient_balance', available: 0n, required: expect.any(BigInt) })
  expect(steps).toEqual(expected)
  expect(await stage.hubBalanceOf(rich.address)).toBe(before)
})

test('error: an intent that ends too early, at once and from the store, with nothing spent', async () => {
  const before = await stage.hubBalanceOf(rich.address)
  // An estimate of long ago.
  const fetchImpl: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).includes('estimate')) return response
    return new Response((await response.text()).replace(/"maxBlockHeight":"\d+"/, '"maxBlockHeight":"1000"'))
  }
  const { result, intents } = await spend(rich, freshAddress(), { fetchImpl })
  expect(result).toMatchObject({ name: 'HubRefusedError', code: 'expired_intent' })
  await expect(resumeHubSpend(intents[0] as SignedHubSpend, stage.hub)).rejects.toMatchObject({
    code: 'expired_intent',
  })
  expect(await stage.hubBalanceOf(rich.address)).toBe(before)
})

describe('the mint fails', () => {
  test('it is reported as that, the money is only held, and a new spend gets through', async () => {
    const depositor = await stage.depositor(deposit)
    const recipient = freshAddress()
    stage.setFaults({ failMints: 1 })
    const { result, ids, intents } = await spend(depositor, recipient)
    expect(result).toBeInstanceOf(HubMintFailedError)
    expect(result).toMatchObject({ transferId: ids[0], reason: 'ON_CHAIN_FAILURE' })
    expect(await findHubMint({ ...stage.hub, transferId: ids[0] ?? '' })).toEqual({
      state: 'failed',
      reason: 'ON_CHAIN_FAILURE',
    })
    await vi.waitFor(async () => expect(await stage.hubBalanceOf(depositor.address)).toBe(deposit), wait)
    const again = await spend(depositor, recipient)
    expect(again.intents[0]?.transferSpecHash).not.toBe(intents[0]?.transferSpecHash)
    expect(await stage.remoteBalanceOf(recipient)).toBe(amount)
  })

  test('slow: still pending when the time is over, and found by its id alone afterwards', async () => {
    stage.setFaults({ holdMints: true })
    const { result, ids } = await spend(rich, freshAddress(), { timeoutMs: 100 })
    expect(result).toMatchObject({ transferId: ids[0] })
    expect(result).not.toHaveProperty('mintTxHash')
    stage.clearFaults()
    expect(await waitHubMint({ ...stage.hub, transferId: ids[0] ?? '' })).toMatchObject({ state: 'done' })
  })

  test('never sent: expired, and the balance is whole again', async () => {
    const depositor = await stage.depositor(deposit)
    stage.setFaults({ holdMints: true })
    const { result, intents } = await spend(depositor, freshAddress(), { to: 'Arc_Testnet' })
    expect(result).toMatchObject({ name: 'HubMintFailedError', reason: 'EXPIRED' })
    expect(await stage.hubBalanceOf(depositor.address)).toBe(deposit)
    const { transferSpecHash } = intents[0] as SignedHubSpend
    expect(await findHubMintOnChain(stage.publicClient, { transferSpecHash })).toEqual({ state: 'pending' })
  })
})

/** Every fault of the request that spends, and what it leaves behind. */
const lost = ['reset', 'reset-after', 'timeout-after', 'hang', 'malformed', 'server-error', 'delay'] as const
const impatient = { requestTimeoutMs: 1_200 }

describe('the answer to the spend is lost', () => {
  // The delayed answer comes after the request was repeated, and finds no caller waiting.
  test.each(lost)('%s once: spent once, whatever came of the first request', async (kind) => {
    const before = await stage.hubBalanceOf(rich.address)
    const recipient = freshAddress()
    stage.setFaults({ rules: [{ kind, match: '/v1/transfer' }] })
    const { result, intents } = await spend(rich, recipient, impatient)
    stage.setFaults({})
    if (result instanceof Error) expect(result).toBeInstanceOf(HubTransferIdLostError)
    expect(intents).toHaveLength(1)
    await vi.waitFor(async () => expect(await stage.remoteBalanceOf(recipient)).toBe(amount), wait)
    const { transferSpecHash } = intents[0] as SignedHubSpend
    expect(await findHubMintOnChain(stage.remotePublicClient, { transferSpecHash })).toMatchObject({ state: 'done' })
    expect(before - (await stage.hubBalanceOf(rich.address))).toBeLessThan(2n * amount)
  })

  test.each(['reset-after', 'hang', 'server-error', 'malformed', 'rate-limit'] as const)(
    '%s for good: unknown, and the stored request finds out, as often as it is asked',
    async (kind) => {
      const before = await stage.hubBalanceOf(rich.address)
      const recipient = freshAddress()
      stage.setFaults({ rules: [{ kind, match: '/v1/transfer*', times: null }] })
      const { result, intents, ids } = await spend(rich, recipient, {
        requestTimeoutMs: 400,
        pollMs: 4,
        timeoutMs: 1_000,
      })
      expect(result).toBeInstanceOf(HubOutcomeUnknownError)
      expect([intents.length, ids.length]).toEqual([1, 0])
      stage.clearFaults()
      // A reload keeps only what was stored, and that as text.
      const stored = JSON.parse(JSON.stringify(intents[0])) as SignedHubSpend
      for (let round = 0; round < 3; round += 1) {
        const outcome = await resumeHubSpend(stored, stage.hub).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(HubTransferIdLostError)
        else expect(outcome).toMatchObject({ transferId: expect.any(String), mintTxHash: expect.any(String) })
      }
      await vi.waitFor(async () => expect(await stage.remoteBalanceOf(recipient)).toBe(amount), wait)
      expect(before - (await stage.hubBalanceOf(rich.address))).toBeLessThan(2n * amount)
    },
  )

  test('error: a late refusal of what was taken before is not believed, although the balance is gone', async () => {
    const depositor = await stage.depositor(amount + 200_000n)
    const recipient = freshAddress()
    stage.setFaults({ rules: [{ kind: 'timeout-after', match: '/v1/transfer' }] })
    expect((await spend(depositor, recipient)).result).toBeInstanceOf(HubTransferIdLostError)
    await vi.waitFor(async () => expect(await stage.remoteBalanceOf(recipient)).toBe(amount), wait)
  })
})

describe('the other requests fail', () => {
  test.each(['hang', 'malformed', 'rate-limit', 'server-error'] as const)(
    '%s while quoting: nothing was signed',
    async (kind) => {
      stage.setFaults({ rules: [{ kind, match: '/v1/estimate', times: null }] })
      const { result, steps } = await spend(rich, freshAddress(), { requestTimeoutMs: 100 })
      expect(result).toBeInstanceOf(IssuerUnavailableError)
      expect(steps).toEqual(['quote'])
    },
  )

  test.each(['hang', 'malformed', 'forbidden', 'server-error'] as const)(
    '%s while polling is not a verdict',
    async (kind) => {
      stage.setFaults({ rules: [{ kind, match: '/v1/transfer/*', times: 2 }] })
      // As long as what must succeed before takes on a busy machine: a submission that is given up is a transfer lost.
      const { result } = await spend(rich, freshAddress(), { requestTimeoutMs: 1_500 })
      expect(result).toMatchObject({ mintTxHash: expect.any(String) })
    },
  )

  test.each(['hang', 'malformed', 'rate-limit', 'server-error'] as const)(
    '%s while asking for balance and deposits: no answer, which is not zero',
    async (kind) => {
      stage.setFaults({ rules: [{ kind, times: null }] })
      const question = { ...stage.hub, requestTimeoutMs: 100, depositor: rich.address }
      for (const ask of [hubBalance, hubDeposits])
        await expect(ask(question)).rejects.toBeInstanceOf(IssuerUnavailableError)
    },
  )

  test('no chain to ask for: nothing, and no request is made', async () => {
    const question = { depositor: rich.address, chains: [], fetchImpl: () => Promise.reject(new Error('Asked.')) }
    expect(await hubBalance(question)).toEqual({ total: 0n, byChain: {} })
    expect(await hubDeposits(question)).toEqual([])
  })

  test('a throttled poll is pending', async () => {
    stage.setFaults({ rules: [{ kind: 'rate-limit', times: null }] })
    expect(await findHubMint({ ...stage.hub, transferId: crypto.randomUUID() })).toEqual({ state: 'pending' })
  })

  test('an unknown id is pending; one that cannot be is refused', async () => {
    expect(await findHubMint({ ...stage.hub, transferId: crypto.randomUUID() })).toEqual({ state: 'pending' })
    for (const transferId of ['', '../balances', 'a/b', 'x'.repeat(65)])
      await expect(findHubMint({ ...stage.hub, transferId })).rejects.toThrow(InvalidInputError)
  })

  test('the signal ends the waiting, after the id was handed out', async () => {
    stage.setFaults({ holdMints: true })
    const controller = new AbortController()
    const reason = new Error('gone')
    const { result, ids } = await spend(rich, freshAddress(), {
      signal: controller.signal,
      onStep: (step) => step === 'mint' && setTimeout(() => controller.abort(reason), 50),
    })
    expect(result).toBe(reason)
    expect(ids).toHaveLength(1)
  })
})

describe('the wallet', () => {
  const account = freshAddress()
  const walletThat = (answer: (method: string) => unknown) =>
    createWalletClient({
      account,
      chain: primaryChain,
      transport: custom({ request: async ({ method }) => answer(method) }, { retryCount: 0 }),
    })
  const ask = (walletClient: ReturnType<typeof walletThat>) =>
    spend({ walletClient } as unknown as Actor, freshAddress(), { fetchImpl: withoutBalances })

  test('declines: nothing is sent', async () => {
    const { result, intents } = await ask(
      walletThat(() => {
        throw Object.assign(new Error('no'), { code: 4001 })
      }),
    )
    expect(result).toBeInstanceOf(SignatureDeclinedError)
    expect(intents).toEqual([])
  })

  test.each(['0x', `0x${'11'.repeat(65)}`, 'nonsense'])('signs with %s: nothing is sent', async (signature) => {
    const { result, intents } = await ask(walletThat(() => signature as Hex))
    expect(result).toBeInstanceOf(SignatureUnusableError)
    expect(intents).toEqual([])
  })
})

describe('bad input is refused before any request', () => {
  const fetchImpl = () => Promise.reject(new Error('Asked before the input was judged.'))
  const refused = (over: Partial<spendFromHub.Parameters>) =>
    quoteHubSpend({
      from: 'Arc_Testnet',
      to: 'Base_Sepolia',
      amount,
      fetchImpl,
      ...over,
      depositor: freshAddress(),
    })

  test.each<[string, Partial<spendFromHub.Parameters>, new (...args: never[]) => Error]>([
    ['an unknown chain', { from: 'Atlantis' as HubChainName }, UnknownBridgeChainError],
    ['a chain of the Bridge alone', { to: 'Linea_Sepolia' as HubChainName }, InvalidInputError],
    ['the zero address', { recipient: zeroAddress }, InvalidAddressError],
    ['the Hub’s wallet', { recipient: HUB_WALLET }, InvalidAddressError],
    ['the Hub’s minter', { recipient: HUB_MINTER.toLowerCase() as Address }, InvalidAddressError],
  ])('%s', async (_, over, error) => {
    await expect(refused(over)).rejects.toThrow(error)
  })

  test('a stored spend that was changed', async () => {
    const { intents } = await spend(rich, freshAddress())
    const signed = intents[0] as SignedHubSpend
    for (const changed of [
      { ...signed, request: signed.request.replace('2000000', '2000001') },
      { ...signed, request: `${signed.request} ` },
      { ...signed, request: '[]' },
      { ...signed, transferSpecHash: `0x${'11'.repeat(32)}` as Hex },
      { ...signed, quotedFee: '-1' },
    ])
      await expect(resumeHubSpend(changed, { fetchImpl })).rejects.toThrow(InvalidInputError)
  })
})
