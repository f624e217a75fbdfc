import { deploymentFor } from '@holdfast/sdk/chain'
import { GuardRefusedError, RiskBlockedError, ServiceError } from '@holdfast/sdk/errors'
import {
  type CheckOptions,
  guardPayment,
  isForWantOfData,
  type PaymentChain,
  type RiskReport,
} from '@holdfast/sdk/risk'
import type { Address, Hash } from 'viem'
import type { Decoded } from '../decode/types.js'
import { type Admission, createGrants, type Grant, type Grants, type RefusedPayment } from './createGrants.js'
import { createUserLimiter } from './internal/createUserLimiter.js'
import { type SummedPayment, sumPayments } from './internal/sumPayments.js'
import { sweepLater } from './internal/sweepLater.js'
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
  const limited = createUserLimiter(maxChecks)
  const kept = new Map<string, KeptVerdict>()
  const forgetInTime = sweepLater(() => {
    for (const [key, { at }] of kept) {
      const leftMs = at + verdictLifetimeMs - now()
      // The oldest comes first.
      if (leftMs > 0) return leftMs
      kept.delete(key)
    }
    return undefined
  })

  const check = async (
    payment: SummedPayment,
    contacts: readonly Address[],
    grant: Grant | undefined,
    { user = '', signal }: Asker,
  ): Promise<Verdict> => {
    const { payer, payee, amount, chainId, payeeChainId } = payment
    if (!options.checkOptions?.provider && !deploymentFor(chainId))
      return { kind: 'invalid', sentence: `payments on chain ${chainId} cannot be checked.` }
    const chains = [chainId, payeeChainId].map((id) => chainOf(options.chains, id))
    const acknowledgement = grant && { report: grant.payment.report, at: grant.at, amount: grant.payment.amount }
    const checkOptions = {
      ...options.checkOptions,
      contacts: [...(options.checkOptions?.contacts ?? []), ...contacts],
      now: new Date(now()),
      ...(signal && { signal }),
    }
    try {
      const report = await limited(user, () =>
        guardPayment({ payer, payee, amount, chains }, { acknowledgement, checkOptions }),
      )
      return { kind: 'pass', report }
    } catch (error) {
      return verdictOf(error)
    }
  }
  const checkOnce = (payment: SummedPayment, { user, signal }: Asker): Promise<Verdict> => {
    const known = kept.get(payment.key)
    if (known && now() - known.at < verdictLifetimeMs) return wait(payment, known, signal)
    const leaving = new AbortController()
    const entry: KeptVerdict = {
      at: now(),
      verdict: check(payment, [], undefined, { user, signal: leaving.signal }),
      waiting: 0,
      leaving,
    }
    kept.delete(payment.key)
    kept.set(payment.key, entry)
    forgetInTime()
    // A verdict that was caused by missing data is not kept: the data may be available a moment later.
    void entry.verdict.then(({ kind }) => {
      if (kind === 'unavailable') forget(payment, entry)
    })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return wait(payment, entry, signal)
  }
  const forget = ({ key }: SummedPayment, entry: KeptVerdict) => {
    if (kept.get(key) === entry) kept.delete(key)
  }
  /** A check ends when each request that waits for it has been given up. */
  const wait = (payment: SummedPayment, entry: KeptVerdict, signal: AbortSignal | undefined): Promise<Verdict> => {
    entry.waiting++
    if (!signal) return entry.verdict
    const leave = () => {
      entry.waiting--
      if (entry.waiting > 0) return
      forget(payment, entry)
      entry.leaving.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    void entry.verdict.then(() => signal.removeEventListener('abort', leave))
    return entry.verdict
  }
  const judgePayment = async (payment: SummedPayment, contacts: readonly Address[], asker: Asker): Promise<Finding> => {
    const given = grants.grantsFor(payment, asker.user)
    const fitting = given.filter((grant) => fits(grant.payment, payment))
    const unused = fitting.filter(({ use }) => use === undefined).toReversed()
    let fresh: Verdict | undefined
    // The newest decision first: it was made on the newest findings.
    for (const grant of unused) {
      fresh = await check(payment, contacts, grant, asker)
      if (fresh.kind === 'pass')
        return { payment, verdict: fresh, grant: fresh.report?.level === 'block' ? grant : undefined }
    }
    const verdict =
      fresh ?? (await (contacts.length > 0 ? check(payment, contacts, undefined, asker) : checkOnce(payment, asker)))
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

type Verdict =
  | { kind: 'pass'; report: RiskReport | undefined }
  | { kind: 'blocked'; report: RiskReport }
  | { kind: 'unavailable'; report: RiskReport | undefined }
  | { kind: 'invalid'; sentence: string }

/** Whose request it is, and what gives it up. */
type Asker = Pick<JudgedRequest, 'user' | 'signal'>

type KeptVerdict = {
  at: number
  verdict: Promise<Verdict>
  /** Requests that wait for it, or have its verdict. */
  waiting: number
  /** Gives the check up. */
  leaving: AbortController
}

type Finding = {
  payment: SummedPayment
  verdict: Verdict
  /** Lets the payment pass; still unused when it was found. */
  grant?: Grant | undefined
  usedBy?: Grant['use']
  hasOtherGrant?: boolean
}

const maxKept = 1_000

/** Of each user at a time: a request may pay 256 payees, and a check takes about a millisecond in which nothing else is answered. */
const maxChecks = 32

function verdictOf(error: unknown): Verdict {
  if (error instanceof RiskBlockedError) {
    const { report, reasons } = error
    return { kind: isForWantOfData({ ...report, reasons }) ? 'unavailable' : 'blocked', report }
  }
  if (error instanceof ServiceError && error.advice.do === 'correct_input')
    return { kind: 'invalid', sentence: error.shortMessage }
  // If the check itself fails, the payment counts as unchecked.
  return { kind: 'unavailable', report: undefined }
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

function chainOf(chains: readonly PaymentChain[] = [], chainId: number): PaymentChain {
  return chains.find((chain) => chain.chainId === chainId) ?? { chainId }
}
