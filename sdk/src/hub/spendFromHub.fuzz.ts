import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { createWalletClient, custom } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { formatUsdc, parseUsdc } from '../chain/amount.js'
import { HUB_CHAIN_NAMES } from '../chain/bridgeChains.js'
import { clearIssuerState } from '../chain/issuerApi/pace.js'
import { HubRefusedError } from '../errors/hub.js'
import { hubBalance } from './hubBalance.js'
import { hubShortfall } from './hubShortfall.js'
import { maxHubSpendable } from './maxHubSpendable.js'
import { quoteHubSpend } from './quoteHubSpend.js'
import { spendFromHub } from './spendFromHub.js'

const account = privateKeyToAccount(generatePrivateKey())
const walletClient = createWalletClient({ account, transport: custom({ request: async () => undefined }) })

type Ledger = { balance: bigint; arrived: bigint; fees: bigint; signed: { value: bigint; maxFee: bigint }[] }
type Prices = { baseFee: bigint; forwardingFee: bigint; transferFee: bigint }

/** An issuer with a ledger, who takes `need` in the end, whatever it has said in its estimate. */
function issuer({ baseFee, forwardingFee, transferFee }: Prices, need: bigint, balance: bigint) {
  const ledger: Ledger = { balance, arrived: 0n, fees: 0n, signed: [] }
  const reply = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
  const fetchImpl: typeof fetch = async (input, init) => {
    // No host needs a pause here.
    clearIssuerState()
    const { pathname } = new URL(String(input))
    if (pathname === '/v1/balances')
      return reply(200, {
        token: 'USDC',
        balances: [{ domain: 26, depositor: account.address, balance: formatUsdc(ledger.balance) }],
      })
    if (pathname === '/v1/estimate')
      return reply(200, {
        body: [{ burnIntent: { maxBlockHeight: '1', maxFee: `${baseFee + forwardingFee}` } }],
        fees: {
          total: formatUsdc(baseFee + forwardingFee + transferFee),
          perIntent: [{ baseFee: formatUsdc(baseFee), transferFee: formatUsdc(transferFee) }],
          forwardingFee: formatUsdc(forwardingFee),
        },
      })
    // Of what it has refused it knows nothing.
    if (pathname.startsWith('/v1/transferSpec/')) return reply(404, { code: 404, message: 'Not found.' })
    if (pathname !== '/v1/transfer') return reply(200, { status: 'finalized', transactionHash: `0x${'ab'.repeat(32)}` })
    const [{ burnIntent }] = JSON.parse(String(init?.body))
    const [value, maxFee] = [BigInt(burnIntent.spec.value), BigInt(burnIntent.maxFee)]
    // The identical request may come again.
    if (ledger.signed.at(-1)?.maxFee !== maxFee) ledger.signed.push({ value, maxFee })
    if (maxFee < need)
      return reply(400, {
        message: `Insufficient total maxFee across intents. Required additional: ${formatUsdc(need - maxFee)}`,
      })
    if (ledger.balance < value + maxFee)
      return reply(400, {
        message: `Insufficient balance for depositor ${account.address}: available ${formatUsdc(ledger.balance)}, required ${formatUsdc(value + maxFee)}`,
      })
    ledger.balance -= value + need
    ledger.arrived += value
    ledger.fees += need
    return reply(201, { transferId: crypto.randomUUID() })
  }
  return { ledger, options: { fetchImpl, pollMs: 0 } }
}

const fee = fc.bigInt(0n, 3_000_000n)
const scene = fc.record({
  amount: fc.bigInt(1n, 10n ** 13n),
  balance: fc.bigInt(0n, 2n * 10n ** 13n),
  prices: fc.record({ baseFee: fee, forwardingFee: fee, transferFee: fee }),
  /** What it takes in the end, in percent of what it said. */
  drift: fc.bigInt(80n, 300n),
  limit: fc.option(fc.bigInt(0n, 10_000_000n), { nil: undefined }),
})
const route = { from: 'Arc_Testnet', to: 'Base_Sepolia' } as const

test('property: what leaves is what arrives and the fee, never above what was signed, and what is refused takes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ amount, balance, prices, drift, limit }) => {
      const quotedFee = prices.baseFee + prices.forwardingFee + prices.transferFee
      const { ledger, options } = issuer(prices, (quotedFee * drift) / 100n, balance)
      const outcome = await spendFromHub(
        { walletClient },
        { skipRiskCheck: true, ...options, ...route, amount, maxFee: limit },
      ).catch((error: unknown) => error)
      expect(balance - ledger.balance).toBe(ledger.arrived + ledger.fees)
      expect(ledger.signed.length).toBeLessThanOrEqual(2)
      for (const { value, maxFee } of ledger.signed) {
        expect(value).toBe(amount)
        if (limit !== undefined) expect(maxFee).toBeLessThanOrEqual(limit)
      }
      const [first, second] = ledger.signed
      if (first && second) {
        expect(second.maxFee - first.maxFee).toBeGreaterThan(0n)
        expect(second.maxFee - first.maxFee).toBeLessThanOrEqual(100_000n)
      }
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(HubRefusedError)
        expect(ledger.arrived + ledger.fees).toBe(0n)
        return
      }
      const { quote } = outcome as Awaited<ReturnType<typeof spendFromHub>>
      expect(ledger.arrived).toBe(amount)
      expect(quote.maxFee).toBe(ledger.signed.at(-1)?.maxFee)
      expect(quote.total).toBe(amount + quote.maxFee)
      expect(ledger.fees).toBeLessThanOrEqual(quote.maxFee)
      expect(ledger.arrived + ledger.fees).toBeLessThanOrEqual(quote.total)
    }),
    runs(40, 200),
  )
})

test('property: what meets no refusal goes through, and so does the maximum', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ amount, balance, prices }) => {
      const { ledger, options } = issuer(prices, prices.baseFee + prices.forwardingFee, balance)
      const depositor = account.address
      const quote = await quoteHubSpend({ ...options, ...route, amount, depositor })
      const { byChain } = await hubBalance({ ...options, depositor })
      const here = byChain.Arc_Testnet ?? 0n
      expect(here).toBe(balance)
      const ask = (committed: bigint) =>
        hubShortfall({ here, byChain, from: 'Arc_Testnet', fromLabel: '', committed, labelOf: String })
      const refusal = ask(quote.total)
      const outcome = await spendFromHub({ walletClient }, { skipRiskCheck: true, ...options, ...route, amount }).catch(
        (e: unknown) => e,
      )
      expect(outcome instanceof HubRefusedError).toBe(refusal !== null)
      expect(ledger.arrived).toBe(refusal === null ? amount : 0n)

      const most = maxHubSpendable(ledger.balance, quote.maxFee)
      if (most === 0n) return
      await spendFromHub({ walletClient }, { skipRiskCheck: true, ...options, ...route, amount: most })
      expect(ledger.balance).toBeGreaterThanOrEqual(0n)
    }),
    runs(40, 200),
  )
})

test('property: balances are reported by chain, to the unit, and their sum is the total', async () => {
  const balances = fc.uniqueArray(
    fc.record({
      domain: fc.constantFrom(0, 1, 2, 3, 5, 6, 7, 10, 13, 14, 16, 19, 26),
      amount: fc.bigInt(0n, 10n ** 15n),
    }),
    { selector: ({ domain }) => domain },
  )
  await fc.assert(
    fc.asyncProperty(balances, async (entries) => {
      clearIssuerState()
      const { total, byChain } = await hubBalance({
        depositor: account.address,
        fetchImpl: async () =>
          new Response(
            JSON.stringify({
              token: 'USDC',
              balances: entries.map(({ domain, amount }) => ({
                domain,
                depositor: account.address.toLowerCase(),
                balance: formatUsdc(amount),
              })),
            }),
          ),
      })
      // Solana is not among the chains of this library.
      const known = entries.filter(({ domain }) => domain !== 5)
      expect(Object.keys(byChain).length).toBe(known.length)
      expect(total).toBe(known.reduce((sum, { amount }) => sum + amount, 0n))
      for (const name of Object.keys(byChain)) expect(HUB_CHAIN_NAMES).toContain(name)
    }),
    runs(40, 200),
  )
})

test('a balance in other words, or of another account, is not an answer', async () => {
  const ask = (entry: object, token = 'USDC') =>
    hubBalance({
      depositor: account.address,
      fetchImpl: async () =>
        new Response(JSON.stringify({ token, balances: [{ domain: 26, depositor: account.address, ...entry }] })),
    })
  expect((await ask({ balance: '10.500000' })).total).toBe(parseUsdc('10.5'))
  expect((await ask({ balance: '10.5000009' })).total).toBe(parseUsdc('10.5'))
  const refused = { reason: 'garbled' }
  await expect(ask({ balance: '10500000000000000000n' })).rejects.toMatchObject(refused)
  await expect(ask({ balance: '-1' })).rejects.toMatchObject(refused)
  await expect(ask({ balance: '1' }, 'EURC')).rejects.toMatchObject(refused)
  const somebodyElse = { balance: '1', depositor: privateKeyToAccount(generatePrivateKey()).address }
  await expect(ask(somebodyElse)).rejects.toMatchObject(refused)
})
