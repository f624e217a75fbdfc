import { GuardRefusedError } from '@holdfast/sdk/errors'
import type { CheckOptions, PaymentChain, RiskReport } from '@holdfast/sdk/risk'
import type { Address, Hash } from 'viem'
import type { Decoded } from '../decode/types.js'
import { type Admission, createGrants, type Grant, type Grants, type RefusedPayment } from './createGrants.js'
import { type Asker, createPaymentCheck, type Verdict } from './internal/createPaymentCheck.js'
import { shareVerdicts } from './internal/shareVerdicts.js'
import { type SummedPayment, sumPayments } from './internal/sumPayments.js'
import { writeRefusal } from './internal/writeRefusal.js'

/**
 * Makes the judge that all faces of the guard share: it asks the firewall of the SDK about each payment that a request
 * makes, and knows what a person has allowed.
 *
 * Verdicts are kept for five seconds, since wallets and clients ask several times for one payment. A payment that a
 * person has allowed is always checked again.
 *
 * @example
 * const judge = createJudge({ checkOptions: { contacts: [recipient] } })
 * const decoded = decodeCall({ chainId: 5042002, from: sender, to: recipient, value: 10n ** 18n })
 * const judgement = await judge.judge(decoded, { chainId: 5042002, purpose: 'broadcast' })
 * if (judgement.verdict !== 'pass') console.error(judgement.error.shortMessage)
 */
export function createJudge(options: JudgeOptions = {}): Judge {
  const { now = Date.now, grants = createGrants({ now }), verdictLifetimeMs = 5_000, awaitSynced } = options
  const check = createPaymentCheck({ chains: options.chains, checkOptions: options.checkOptions, now })
  const checkOnce = shareVerdicts(check, { lifetimeMs: verdictLifetimeMs, now })
  const judgePayment = async (payment: SummedPayment, contacts: readonly Address[], asker: Asker): Promise<Finding> => {
    const given = grants.grantsFor(payment, asker.user)
    const fitting = given.filter((grant) => fits(grant.payment, payment))
    const unused = fitting.filter(({ use }) => use === undefined).toReversed()
    let fresh: Verdict | undefined
    // The newest decision first: it was made on the newest findings.
    for (const grant of unused) {
      fresh = await check(payment, { contacts, grant, ...asker })
      if (fresh.kind === 'pass')
        return { payment, verdict: fresh, grant: fresh.report?.level === 'block' ? grant : undefined }
    }
    const verdict =
      fresh ?? (await (contacts.length > 0 ? check(payment, { contacts, ...asker }) : checkOnce(payment, asker)))
    const hasOtherGrant = given.some(({ use }) => use === undefined)
    return { payment, verdict, hasOtherGrant, usedBy: hasOtherGrant ? undefined : fitting[0]?.use }
  }

  return {
    grants,
    async judge(decoded, { chainId, purpose, hash, contacts = [], user, signal }) {
      const refuse = (findings: readonly Finding[], code?: 'grant_used'): Judgement =>
        refusalOf(findings, (payments) => grants.refuse(payments, user), options.overrideHint, code)
      if (decoded.refusal) {
        const text = writeRefusal({ sentence: decoded.refusal.message })
        return { verdict: 'refused', error: new GuardRefusedError('guard_refused', text) }
      }
      const notes = decoded.notes
      if (hash !== undefined && grants.isAdmitted(hash))
        return { verdict: 'pass', notes, reports: [], admission: undefined }
      const payments = sumPayments(decoded.movements, chainId)
      const wait = payments.length > 0 && awaitSynced ? await awaitSynced(payments, user ?? '') : undefined
      if (wait !== undefined) {
        if (purpose === 'estimate') return { verdict: 'pass', notes, reports: [], admission: undefined }
        const [first] = payments
        const text = writeRefusal({ waitsFor: first?.payer, retryAfterMs: wait.retryAfterMs })
        return { verdict: 'unavailable', error: new GuardRefusedError('guard_not_synced', text, wait) }
      }
      const findings = await Promise.all(payments.map((payment) => judgePayment(payment, contacts, { user, signal })))
      const isRefused = ({ verdict }: Finding) => verdict.kind === 'blocked' || verdict.kind === 'invalid'
      const isUnknown = ({ verdict }: Finding) => verdict.kind === 'unavailable'
      if (findings.some(isRefused)) return refuse(findings.filter((one) => isRefused(one) || isUnknown(one)))
      if (purpose !== 'estimate' && findings.some(isUnknown)) return refuse(findings.filter(isUnknown))
      const reports = findings.flatMap(({ verdict }) => (verdict.kind === 'pass' && verdict.report) || [])
      const needed = findings.flatMap(({ grant }) => grant ?? [])
      if (purpose === 'estimate' || needed.length === 0)
        return { verdict: 'pass', notes, reports, admission: undefined }
      // No `await` between reading the grants and using them, so of two concurrent requests only one gets them.
      const admission = grants.use(needed)
      if (!admission)
        return refuse(
          findings.filter(({ grant }) => grant),
          // Else one has ended during the check.
          needed.some(({ use }) => use !== undefined) ? 'grant_used' : undefined,
        )
      if (hash !== undefined) admission.bind(hash)
      return { verdict: 'pass', notes, reports, admission }
    },
  }
}

/** How payments are judged. */
export type JudgeOptions = {
  /** Clients of the chains that payments touch. @default the registry's endpoints */
  chains?: readonly PaymentChain[] | undefined
  /** Options of each check: where histories are read, contacts, the payer's own addresses. */
  checkOptions?: CheckOptions | undefined
  /** What a person has allowed. @default new ones, reachable as `judge.grants` */
  grants?: Grants | undefined
  /** The clock, in epoch milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
  /** How long a verdict on the same payer, payee, token and amount is kept, in milliseconds.
   * @default 5000 */
  verdictLifetimeMs?: number | undefined
  /**
   * Waits until the payers' histories are at hand. What it resolves to says that they are not: estimates then pass, and
   * broadcasts and signatures are refused with `guard_not_synced`. The user is that of the request, an empty text where it has none.
   */
  awaitSynced?:
    | ((payments: readonly SummedPayment[], user: string) => Promise<{ retryAfterMs?: number | undefined } | undefined>)
    | undefined
  /** A sentence at the end of a refusal that says how a person may decide otherwise. @default none */
  overrideHint?: ((code: string) => string) | undefined
}

/** Judges what requests pay. */
export type Judge = {
  judge: (decoded: Decoded, request: JudgedRequest) => Promise<Judgement>
  /** What a person has allowed. */
  readonly grants: Grants
}

/** What is asked for. */
export type JudgedRequest = {
  /** The chain of the request: where the money leaves. */
  chainId: number
  /**
   * - `estimate`: nothing leaves. Passes also while a history is incomplete, and uses no grant.
   * - `broadcast`: a transaction is sent, by a wallet or as signed bytes, or is signed.
   * - `signature`: typed data is signed.
   */
  purpose: 'estimate' | 'broadcast' | 'signature'
  /** Hash of the signed transaction, or of the typed data with its signer, where it is known: a grant is bound to it. */
  hash?: Hash | undefined
  /** Further addresses that the payer trusts, protected against imitation in this request. */
  contacts?: readonly Address[] | undefined
  /** Who asks, where a guard has several users: a permission serves only the user that it was given to.
   * @default a single user */
  user?: string | undefined
  /** Gives the judgement up: what is not known by then counts as unavailable, and is not read on. A check that another request waits for goes on. */
  signal?: AbortSignal | undefined
}

/** A verdict on a whole request. */
export type Judgement =
  | {
      verdict: 'pass'
      /** Parts that were not read and do not stop the request. */
      notes: Decoded['notes']
      /** The report of each payment to another party; some may warn. */
      reports: readonly RiskReport[]
      /** Set where a grant let the request pass: bind it to the transaction that follows, or release it. */
      admission: Admission | undefined
    }
  | {
      /** `unavailable`: it cannot be checked yet. */
      verdict: 'refused' | 'unavailable'
      error: GuardRefusedError
    }

export type { SummedPayment }

type Finding = {
  payment: SummedPayment
  verdict: Verdict
  /** Lets the payment pass; still unused when it was found. */
  grant?: Grant | undefined
  usedBy?: Grant['use']
  hasOtherGrant?: boolean
}

function refusalOf(
  findings: readonly Finding[],
  refuse: Grants['refuse'],
  overrideHint: JudgeOptions['overrideHint'],
  taken: 'grant_used' | undefined,
): Judgement {
  const payments = findings.flatMap(({ payment, verdict }): RefusedPayment[] => {
    if (verdict.kind === 'invalid' || verdict.report === undefined) return []
    const { key, ...refused } = payment
    return [{ ...refused, report: verdict.report }]
  })
  const invalid = findings.find(({ verdict }) => verdict.kind === 'invalid')
  // A request with a payment that no person can allow is refused as a whole.
  const reference = payments.length === findings.length ? refuse(payments) : undefined
  const reports = payments.map(({ report }) => report)
  const isUnavailable = findings.every(({ verdict }) => verdict.kind === 'unavailable')
  const used = findings.find(({ usedBy }) => usedBy)?.usedBy
  const code = isUnavailable
    ? 'guard_not_synced'
    : (taken ??
      (used ? 'grant_used' : findings.some(({ hasOtherGrant }) => hasOtherGrant) ? 'grant_mismatch' : 'guard_refused'))
  const text = writeRefusal({
    code,
    report: worst(findings) ?? reports[0],
    sentence: invalid?.verdict.kind === 'invalid' ? invalid.verdict.sentence : undefined,
    waitsFor: isUnavailable ? findings[0]?.payment.payer : undefined,
    hint: reference === undefined ? undefined : overrideHint?.(reference),
  })
  const error = new GuardRefusedError(code, text, { reports, reference, usedBy: used?.hash })
  return { verdict: isUnavailable ? 'unavailable' : 'refused', error }
}

/** The report that the text is about: a finding rather than a want of data. */
function worst(findings: readonly Finding[]): RiskReport | undefined {
  return findings.flatMap(({ verdict }) => (verdict.kind === 'blocked' ? verdict.report : []))[0]
}

function fits(granted: RefusedPayment, payment: SummedPayment): boolean {
  return (
    granted.token.toLowerCase() === payment.token.toLowerCase() &&
    granted.chainId === payment.chainId &&
    granted.payeeChainId === payment.payeeChainId &&
    payment.amount <= granted.amount
  )
}
