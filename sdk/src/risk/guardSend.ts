import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ReadClient } from '../chain/clients.js'
import { RiskBlockedError, type RiskReport } from '../errors/risk.js'
import { acknowledgementCovers, type RiskAcknowledgement } from './acknowledgementCovers.js'
import { type CheckOptions, check } from './check.js'
import { shouldBlockSend } from './shouldBlockSend.js'

/** How long a report made earlier may stand in for a new check: 2 minutes. */
export const MAX_REPORT_AGE_MS = 120_000

/**
 * Stands before every payment: returns when it may go on, throws when it may not. Every function that moves money to
 * somebody calls this and nothing else, before it asks for a signature.
 *
 * A report of another payment or another chain, one older than {@link MAX_REPORT_AGE_MS} or one from the future is
 * replaced by a new check without a word. With an acknowledgement the check is always new, and a verdict that would stop the payment
 * passes only where the acknowledgement covers it.
 *
 * @returns The report the payment went by; `undefined` where `skipRiskCheck` removed the guard.
 * @throws {@link RiskBlockedError} with the report, and whatever {@link check} throws.
 * @example
 * await guardSend(sender, recipient, { client: publicClient, onWarning: 'block' })
 */
export async function guardSend(
  sender: Address,
  target: Address,
  options: GuardSendOptions,
): Promise<RiskReport | undefined> {
  if (options.skipRiskCheck === true) return undefined
  const from = parseParty('sender', sender)
  const to = parseParty('target', target)
  const { acknowledgement, client, contractAddress, onWarning = 'warn' } = options
  const now = options.now ?? options.checkOptions?.now

  const reader = options.checkOptions?.client ?? client
  const given = acknowledgement ? undefined : options.report
  const report =
    given && isUsable(given, from, to, now ?? new Date()) && !isOfOtherChain(given, reader?.chain?.id)
      ? given
      : await check(from, to, { client, contractAddress, ...defined(options.checkOptions), ...(now && { now }) })

  const isCovered = acknowledgement !== undefined && acknowledgementCovers(acknowledgement, report, now)
  if (!isCovered && shouldBlockSend({ onWarning }, report.level)) throw new RiskBlockedError(report)
  options.onReport?.(report)
  return report
}

/** What the guard reads, and what may pass it. */
export type GuardSendOptions = {
  /** Reads the chain; {@link check} reads the verified-recipient sign through it. */
  client: ReadClient
  /** Overrides the deployed transfer contract. */
  contractAddress?: Address | undefined
  /** Removes the guard. */
  skipRiskCheck?: boolean | undefined
  /** What a `warning` does.
   * @default 'warn' */
  onWarning?: 'warn' | 'block' | undefined
  /** A report made a moment ago, to save the check. */
  report?: RiskReport | undefined
  /** Options of the check; what stands here outranks `client` and `contractAddress`. */
  checkOptions?: CheckOptions | undefined
  /** Called once, when the payment may go on. */
  onReport?: ((report: RiskReport) => void) | undefined
  /** The person has seen a report and decided to pay. */
  acknowledgement?: RiskAcknowledgement | undefined
  /** The clock.
   * @default new Date() */
  now?: Date | undefined
}

/** Whether a report was made for another chain than this one. Where either is unknown nobody can say so. */
function isOfOtherChain({ chainId: made }: RiskReport, chainId: number | undefined): boolean {
  return made !== undefined && chainId !== undefined && made !== chainId
}

function isUsable(report: RiskReport, sender: Address, target: Address, now: Date): boolean {
  // A report that went through JSON has a text here, and is not believed.
  if (!(report.checkedAt instanceof Date)) return false
  const ageMs = Number(now) - Number(report.checkedAt)
  return (
    ageMs >= 0 &&
    ageMs < MAX_REPORT_AGE_MS &&
    report.sender.toLowerCase() === sender.toLowerCase() &&
    report.target.toLowerCase() === target.toLowerCase()
  )
}

function defined(options: CheckOptions | undefined): CheckOptions {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined))
}
