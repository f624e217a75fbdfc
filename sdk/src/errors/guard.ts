import type { Hash } from 'viem'
import type { Advice } from './advice.js'
import { ServiceError } from './base.js'
import type { RiskReport } from './risk.js'

/**
 * The guard refused a payment before it was signed or broadcast. `code` says why, and `reports` hold what the firewall
 * found.
 */
export class GuardRefusedError extends ServiceError {
  override readonly name = 'GuardRefusedError'
  declare readonly code: GuardRefusal
  /** The verdict on the first refused payment; `undefined` where none could be made, as for calldata that cannot be read. */
  readonly report: RiskReport | undefined
  /** One verdict for each refused payment of the request. */
  readonly reports: readonly RiskReport[]
  /** Names the pending refusal, for a person who decides to pay anyway. It authorises nothing by itself. */
  readonly reference: string | undefined

  constructor(
    code: GuardRefusal,
    sentence: string,
    { reports = [], reference, retryAfterMs, usedBy }: GuardFacts = {},
  ) {
    const [report] = reports
    super(sentence, {
      code,
      effect: 'none',
      retry: code === 'guard_not_synced' ? 'later' : 'after_change',
      advice: adviceOn(code, report, { retryAfterMs, usedBy }),
      metaMessages: reports.map(
        ({ sender, target, reasons }) => `${sender} -> ${target}: ${reasons.map((reason) => reason.code).join(', ')}`,
      ),
      hint: hints[code],
    })
    this.report = report
    this.reports = reports
    this.reference = reference
  }
}

/**
 * - `guard_refused`: the firewall blocks a payment of the request, or the request cannot be read.
 * - `guard_not_synced`: the payer's history is not complete, so the payment cannot be checked yet.
 * - `grant_used`: a person allowed this payment, and another transaction has used that permission.
 * - `grant_mismatch`: a person allowed a payment to this payee, but not this one: amount, token, chain or findings differ.
 */
export type GuardRefusal = 'guard_refused' | 'guard_not_synced' | 'grant_used' | 'grant_mismatch'

type GuardFacts = {
  reports?: readonly RiskReport[] | undefined
  reference?: string | undefined
  /** When the missing history is expected. */
  retryAfterMs?: number | undefined
  /** What used the permission. */
  usedBy?: Hash | undefined
}

const hints = {
  guard_refused: 'Confirm the address with its owner before paying. Do not copy it from a transaction history.',
  guard_not_synced: 'Nothing was sent. Try again later.',
  grant_used: 'Look up the transaction that used the permission before paying again.',
  grant_mismatch: 'Compare the payment with the one that was allowed, then allow this one if it is meant.',
} as const satisfies Record<GuardRefusal, string>

function adviceOn(
  code: GuardRefusal,
  report: RiskReport | undefined,
  { retryAfterMs, usedBy }: Pick<GuardFacts, 'retryAfterMs' | 'usedBy'>,
): Advice {
  if (code === 'guard_not_synced')
    return { do: 'ask_again', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) }
  if (code === 'grant_used') return { do: 'look_up_transaction', ...(usedBy && { txHash: usedBy }) }
  if (report === undefined) return { do: 'read_reason' }
  const imitates = report.reasons.flatMap(({ lookalikeOf }) => lookalikeOf ?? [])
  return { do: 'confirm_address', address: report.target, imitates }
}
