import { type Address, isAddress } from 'viem'
import { callersNow } from '../../chains/callers.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { elapsed as sinceStart } from '../../telemetry/elapsed.js'
import { nameOf } from '../../telemetry/nameOf.js'
import type { Firewall, FirewallVerdict } from '../Firewall.js'
import { unlessAborted } from './unlessAborted.js'

/**
 * Asks the firewall and caches its verdicts: 30 seconds for a precheck, which has no effect, 2 seconds before a signature,
 * about as long as any source takes to see a new block. Concurrent questions of one
 * network share one answer. Only complete verdicts are cached; a timeout, a failure or a malformed verdict is not.
 */
export function createVerdicts(
  { elapsed = sinceStart, metrics, log }: Pick<ServiceParts, 'elapsed' | 'metrics' | 'log'>,
  firewall: Firewall,
  { timeoutMs, freshMs, keptMs }: { timeoutMs: number; freshMs: number; keptMs: number },
): Verdicts {
  const kept = new Map<string, { verdict: FirewallVerdict; at: number; fresh: boolean }>()
  const running = new Map<string, Promise<FirewallVerdict | undefined>>()

  async function ask(
    key: string,
    chainId: number,
    payer: Address,
    target: Address,
    fresh: boolean,
  ): Promise<FirewallVerdict | undefined> {
    const at = elapsed()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const given = await unlessAborted(firewall.check(chainId, payer, target, { signal, fresh }), signal)
      const verdict = parseVerdict(given)
      if (verdict === undefined) throw new TypeError('The firewall returned no verdict.')
      if (verdict.complete) {
        kept.delete(key)
        if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
        kept.set(key, { verdict, at, fresh })
      } else kept.delete(key)
      return verdict
    } catch (error) {
      kept.delete(key)
      metrics.count('firewall_source_failures_total', { source: 'firewall' })
      log.warn('the firewall could not be asked', { error: nameOf(error) })
      return undefined
    }
  }

  return {
    async of(chainId, payer, target, { fresh }) {
      const key = `${chainId}:${payer}:${target}:${firewall.version}`.toLowerCase()
      const known = kept.get(key)
      const ageMs = known === undefined ? Number.NaN : elapsed() - known.at
      const isYoung = ageMs < (fresh ? freshMs : keptMs)
      if (known && isYoung && (known.fresh || !fresh)) return known.verdict
      // A question for fresh data must not get the answer to one that allowed older data, nor wait in another network's queue.
      const question = `${key}:${fresh}:${[...callersNow()]}`
      let answer = running.get(question)
      if (answer === undefined) {
        answer = ask(key, chainId, payer, target, fresh).finally(() => running.delete(question))
        running.set(question, answer)
      }
      return answer
    },
  }
}

export type Verdicts = {
  /** @returns `undefined` when the firewall could not be asked. */
  of: (
    chainId: number,
    payer: Address,
    target: Address,
    options: { fresh: boolean },
  ) => Promise<FirewallVerdict | undefined>
}

const maxKept = 10_000

/** The firewall is foreign code: a malformed verdict counts as no answer. */
function parseVerdict(value: FirewallVerdict | undefined): FirewallVerdict | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { level, complete, reasons, resembles, hasPaid, firstPaidBlock, cursor } = value
  if (level !== 'safe' && level !== 'warning' && level !== 'block') return undefined
  if (typeof complete !== 'boolean' || !Array.isArray(reasons) || !reasons.every(isCode)) return undefined
  if (!Array.isArray(resembles) || !resembles.every((one) => isAddress(one))) return undefined
  const first = typeof firstPaidBlock === 'bigint' ? firstPaidBlock : undefined
  const paid = { hasPaid: hasPaid === true, firstPaidBlock: first }
  return { level, complete, reasons: reasons.slice(0, 50), resembles, ...paid, cursor }
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(value)
}
