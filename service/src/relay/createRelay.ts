import { randomUUID } from 'node:crypto'
import { type Address, type Hash, hexToBigInt } from 'viem'
import type { Admission } from '../admission/Admission.js'
import type { Refusal } from '../audit/Refusal.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { MoneyLimits, SponsorSettings } from '../config/Config.js'
import type { Signer } from '../keys/Signer.js'
import { createFeeReader, type Fees, max, min, worstGasWei } from '../sender/fees.js'
import { toUnits } from '../sender/money.js'
import type { OnStep } from '../sender/SenderParts.js'
import { pollMsOf, SENDER_TIMING } from '../sender/timing.js'
import type { OperationKind } from '../store/Database.js'
import type { Store } from '../store/Store.js'
import type { Log, Metrics } from '../telemetry/Telemetry.js'
import { ChainRelay } from './internal/ChainRelay.js'
import type { RelayStep, RelayTiming } from './internal/RelayParts.js'
import { Sponsor } from './internal/Sponsor.js'
import { MIN_SEED, SEEDED_GAS } from './operations/gas.js'
import { planners } from './operations/planners.js'
import type { Quote, Relay, RelayerBalance } from './Relay.js'

/**
 * Starts relaying: recovers what an earlier process left, then carries out what is admitted.
 *
 * @example
 * const relay = createRelay({ store, admission, chains, signer, ownAddresses: [], money, instanceId: 'one', log })
 * const admitted = await admission.admit(request)
 * relay.wake()
 */
export function createRelay(options: createRelay.Options): Relay {
  const { store, chains, signer, money, log, metrics, now = Date.now } = options
  const served = [...chains.values()].filter(({ deployment }) => deployment.gasIsUsdc)
  const opened = new Map(served.map((chain) => [chain.id, openChain(chain)]))

  function openChain(chain: ServedChain) {
    const readFees = createFeeReader(chain, now)
    const pollMs = pollMsOf(chain.deployment)
    let balance: RelayerBalance | undefined
    let reading: Promise<RelayerBalance> | undefined

    const refreshBalance = () => {
      reading ??= readBalance(chain, signer.address, money, readFees, now).finally(() => {
        reading = undefined
      })
      return reading.then((fresh) => {
        balance = fresh
        metrics?.gauge('relayer_balance_usdc', Number(fresh.available) / 1e6, { chain: String(chain.id) })
        return fresh
      })
    }
    // An outage shows in `asOf`.
    const refresh = () => void refreshBalance().catch(() => {})
    let refreshing: NodeJS.Timeout | undefined
    const timer = setInterval(refresh, balanceMs)
    timer.unref()
    refresh()

    const timing = { ...defaultTiming, pollMs, ...options.timing }
    const relay = new ChainRelay({
      store,
      admission: options.admission,
      chain,
      signer,
      ownAddresses: options.ownAddresses,
      money,
      sponsor: new Sponsor(options.sponsor, chain, signer, timing.sponsorMs),
      holder: `${options.instanceId}:${randomUUID()}`,
      now,
      log,
      metrics,
      readFees,
      balance: () => balance,
      refreshBalance,
      onSettled() {
        refreshing ??= setTimeout(() => {
          refreshing = undefined
          refresh()
        }, settledMs).unref()
      },
      timing,
      onStep: options.onStep,
    })
    return {
      chain,
      readFees,
      relay,
      balance: () => balance,
      async stop() {
        clearInterval(timer)
        clearTimeout(refreshing)
        await relay.stop()
      },
    }
  }

  const chainOf = (chainId: number) => {
    const chain = opened.get(chainId)
    if (!chain) throw new RangeError(`Chain ${chainId} is not relayed on.`)
    return chain
  }

  return {
    serves: (chainId) => opened.has(chainId),
    async quote(chainId, kind) {
      const { readFees } = chainOf(chainId)
      const fees = await readFees(quoteMs).catch(() => undefined)
      const quote: Quote = fees ? quoteOf(kind, fees, money) : { refused: 'upstream_unavailable' }
      if ('refused' in quote && quote.refused === 'fee_ceiling')
        options.onRefused?.({ reason: quote.refused, kind, chainId })
      return quote
    },
    wake() {
      for (const { relay } of opened.values()) relay.wake()
    },
    async findTransaction(operationId) {
      const row = await store.db
        .selectFrom('transactions')
        .select('hash')
        .where('operation_id', '=', operationId)
        .where('state', '!=', 'dead')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.hash as Hash | undefined
    },
    balance: (chainId) => opened.get(chainId)?.balance(),
    trouble: (chainId) => chainOf(chainId).relay.trouble,
    isReady: (chainId) => chainOf(chainId).relay.isReady,
    async stop() {
      await Promise.all([...opened.values()].map((chain) => chain.stop()))
    },
  }
}

export declare namespace createRelay {
  type Options = {
    store: Store
    admission: Admission
    chains: ReadonlyMap<number, ServedChain>
    signer: Signer
    /** Accounts of the service that never get a gas seed: co-signer, keeper. */
    ownAddresses: readonly Address[]
    money: MoneyLimits
    /** Pays for claims, where it accepts them. */
    sponsor?: SponsorSettings | undefined
    instanceId: string
    /** Told of what is refused before it is admitted, because of the chain's fees. */
    onRefused?: ((refusal: Refusal) => void) | undefined
    log: Log
    metrics?: Metrics | undefined
    /** Unix milliseconds. */
    now?: (() => number) | undefined
    /** For tests. */
    timing?: Partial<RelayTiming> | undefined
    /** For tests. */
    onStep?: OnStep<RelayStep> | undefined
  }
}

/** As the conventions say, by the primary chain's half-second blocks. */
const defaultTiming: Omit<RelayTiming, 'pollMs'> = {
  ...SENDER_TIMING,
  standbyMs: 1_000,
  leaseMs: 15_000,
  answerMs: 10_000,
  resendMs: 30_000,
  sponsorMs: 5_000,
}
const balanceMs = 10_000
const settledMs = 500
const quoteMs = 2_000
/** `low` below so many of the dearest operation. */
const lowOperations = 200n

/** What an operation costs at most. Exported for its test. */
export function quoteOf(kind: OperationKind, fees: Fees, money: MoneyLimits): Quote {
  const value = kind === 'gas' ? seedOf(fees, money) : 0n
  const hold = min(
    toUnits(worstGasWei(planners[kind].gasMax, fees, money.maxFeePerGas), 'up') + value,
    money.maxTransactionCost,
  )
  // The gas of the first attempt at its hard maximum has to fit; raising fees goes as far as the hold.
  const first = toUnits(planners[kind].gasMax * fees.maxFee, 'up') + value
  return fees.maxFee > money.maxFeePerGas || first > money.maxTransactionCost
    ? { refused: 'fee_ceiling' }
    : { hold, value }
}

/** What one transaction costs now, within the limits of a seed. */
function seedOf({ maxFee }: Fees, { maxSeed }: MoneyLimits): bigint {
  return min(max(toUnits(SEEDED_GAS * maxFee, 'up'), MIN_SEED), maxSeed)
}

async function readBalance(
  chain: ServedChain,
  relayer: Address,
  money: MoneyLimits,
  readFees: (maxAgeMs?: number) => Promise<Fees>,
  now: () => number,
): Promise<RelayerBalance> {
  const asOf = now()
  const [wei, fees] = await Promise.all([
    chain.client.request({ method: 'eth_getBalance', params: [relayer, 'latest'] }),
    readFees(),
  ])
  const available = toUnits(hexToBigInt(wei), 'down')
  const dearest = Object.values(planners)
    .map(({ kind, gasMax }) => toUnits(gasMax * fees.maxFee, 'up') + (kind === 'gas' ? seedOf(fees, money) : 0n))
    .reduce(max)
  const usual = Object.values(planners)
    .map(({ gasMax }) => toUnits(gasMax * (fees.baseFee + fees.tip), 'up'))
    .reduce(max)
  const lowBelow = max(money.lowBalance, lowOperations * usual)
  return { available, floor: 3n * dearest, low: available < lowBelow, asOf }
}
