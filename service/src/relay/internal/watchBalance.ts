import { type Address, hexToBigInt } from 'viem'
import type { ServedChain } from '../../chains/ServedChain.js'
import type { MoneyLimits } from '../../config/Config.js'
import { type Fees, max } from '../../sender/fees.js'
import { toUnits } from '../../sender/money.js'
import type { Metrics } from '../../telemetry/Telemetry.js'
import { isBlocked } from '../isBlocked.js'
import { planners } from '../operations/planners.js'
import { seedOf } from '../quoteOf.js'
import type { RelayerBalance } from '../Relay.js'

/** Reads the relayer's balance on one chain regularly, so that it is known without a request to the chain. */
export function watchBalance(parts: BalanceParts): BalanceWatch {
  const { chain, metrics } = parts
  let balance: RelayerBalance | undefined
  let reading: Promise<RelayerBalance> | undefined
  const refresh = async () => {
    reading ??= readBalance(parts).finally(() => {
      reading = undefined
    })
    balance = await reading
    const labels = { chain: String(chain.id) }
    metrics.gauge('relayer_balance_usdc', Number(balance.available) / 1e6, labels)
    metrics.gauge('relayer_blocked', Number(balance.isBlocked), labels)
    return balance
  }
  // A failure shows in `asOf`.
  const tryRefresh = () => void refresh().catch(() => {})
  const timer = setInterval(tryRefresh, refreshMs)
  timer.unref()
  tryRefresh()

  let soon: NodeJS.Timeout | undefined
  return {
    balance: () => balance,
    refresh,
    refreshSoon() {
      soon ??= setTimeout(() => {
        soon = undefined
        tryRefresh()
      }, soonMs).unref()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}

export type BalanceParts = {
  chain: ServedChain
  relayer: Address
  money: MoneyLimits
  readFees: (maxAgeMs?: number) => Promise<Fees>
  metrics: Metrics
  /** Unix milliseconds. */
  now: () => number
}

export type BalanceWatch = {
  /** As last read; `undefined` until it is known. */
  balance: () => RelayerBalance | undefined
  /** Reads it now; calls at the same time share one reading. */
  refresh: () => Promise<RelayerBalance>
  /** Reads it again shortly: money was spent, and more may be. */
  refreshSoon: () => void
  stop: () => void
}

const refreshMs = 10_000
const soonMs = 500
/** `low` below the cost of this many of the most expensive operation. */
const lowOperations = 200n

async function readBalance({ chain, relayer, money, readFees, now }: BalanceParts): Promise<RelayerBalance> {
  const asOf = now()
  const [wei, fees, blocked] = await Promise.all([
    chain.client.request({ method: 'eth_getBalance', params: [relayer, 'latest'] }),
    readFees(),
    isBlocked(chain, relayer),
  ])
  const available = toUnits(hexToBigInt(wei), 'down')
  const dearest = Object.values(planners)
    .map(({ kind, gasMax }) => toUnits(gasMax * fees.maxFee, 'up') + (kind === 'gas' ? seedOf(fees, money) : 0n))
    .reduce(max)
  const usual = Object.values(planners)
    .map(({ gasMax }) => toUnits(gasMax * (fees.baseFee + fees.tip), 'up'))
    .reduce(max)
  const lowBelow = max(money.lowBalance, lowOperations * usual)
  return { available, floor: 3n * dearest, low: available < lowBelow, isBlocked: blocked, asOf }
}
