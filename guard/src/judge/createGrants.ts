import { InvalidInputError } from '@holdfast/sdk/errors'
import { MAX_ACKNOWLEDGEMENT_AGE_MS, type RiskReport } from '@holdfast/sdk/risk'
import type { Hash } from 'viem'
import { freshReference } from './internal/freshReference.js'
import type { SummedPayment } from './internal/sumPayments.js'
import { sweepLater } from './internal/sweepLater.js'

/**
 * Stores refusals by a short code, for a person to decide on, and the permissions given for them.
 *
 * A permission is bound to payer, payee, token, chain, the amount at most and the codes that were found. It is valid for
 * 15 minutes, and one broadcast or signature uses it. From then on it belongs to that transaction: the same bytes pass
 * again, others do not.
 *
 * Everything is held in memory, and forgotten when it is over, also where nothing else happens; no transaction or signature is kept,
 * only what a screen shows.
 *
 * @example
 * const grants = createGrants()
 * const judge = createJudge({ grants })
 * // once a request was refused, and a person has compared both addresses of the refusal:
 * const [pending] = grants.list()
 * if (pending) grants.allow(pending.code)
 */
export function createGrants({ now = Date.now }: GrantsOptions = {}): Grants {
  const refusals = new Map<string, PendingRefusal>()
  const grants = new Set<Grant>()
  /** By transaction hash, or by the hash that was signed. */
  const admitted = new Map<Hash, number>()

  const isOver = (at: number) => now() - at >= MAX_ACKNOWLEDGEMENT_AGE_MS
  const forget = () => {
    for (const [code, { at }] of refusals) if (isOver(at)) refusals.delete(code)
    for (const grant of grants) if (isOver(grant.at)) grants.delete(grant)
  }
  const forgetInTime = sweepLater(() => {
    forget()
    // The oldest of each comes first.
    const [[refusal], [grant]] = [refusals.values(), grants]
    const oldest = Math.min(refusal?.at ?? Infinity, grant?.at ?? Infinity)
    return oldest === Infinity ? undefined : oldest + MAX_ACKNOWLEDGEMENT_AGE_MS - now()
  })
  const find = (refusal: string | RiskReport): Pick<PendingRefusal, 'payments' | 'code' | 'user'> | undefined => {
    forget()
    if (typeof refusal === 'string') return refusals.get(refusal.trim().toUpperCase())
    for (const pending of refusals.values()) {
      const payments = pending.payments.filter(({ report }) => isSameReport(report, refusal))
      if (payments.length > 0) return { ...pending, payments }
    }
    return undefined
  }

  return {
    list: () => {
      forget()
      return [...refusals.values()]
    },
    find: (code) => {
      forget()
      return refusals.get(code.trim().toUpperCase())
    },
    allow: (refusal) => {
      const pending = find(refusal)
      if (!pending) throw new InvalidInputError('refusal', 'No refusal of the last 15 minutes fits.')
      // A second decision on the same refusal replaces the first, so that it allows no second payment.
      for (const grant of grants)
        if (grant.use === undefined && pending.payments.includes(grant.payment)) grants.delete(grant)
      for (const payment of pending.payments) grants.add({ payment, at: now(), user: pending.user, use: undefined })
      forgetInTime()
      return pending.payments
    },
    refuse: (payments, user = '') => {
      forget()
      const own = [...refusals.values()].filter((pending) => pending.user === user)
      const same = own.find((pending) => areSame(pending.payments, payments))
      if (same) return same.code
      let code = freshReference()
      while (refusals.has(code)) code = freshReference()
      refusals.set(code, { code, payments, at: now(), user })
      forgetInTime()
      let count = sum([...own, { payments }])
      for (const [index, oldest] of own.entries()) {
        if (own.length - index < maxRefusals && count <= maxPayments) break
        refusals.delete(oldest.code)
        count -= oldest.payments.length
      }
      return code
    },
    grantsFor: (payment, user = '') => {
      forget()
      return [...grants].filter((grant) => grant.user === user && isSamePair(grant.payment, payment))
    },
    use: (used) => {
      forget()
      if (used.some((grant) => grant.use !== undefined || !grants.has(grant))) return undefined
      const use: GrantUse = { hash: undefined }
      for (const grant of used) grant.use = use
      return {
        bind: (hash) => {
          use.hash = hash
          admitted.set(hash, now())
          const [oldest] = admitted.keys()
          if (admitted.size > maxAdmitted && oldest !== undefined) admitted.delete(oldest)
        },
        release: () => {
          if (use.hash === undefined) for (const grant of used) grant.use = undefined
        },
      }
    },
    isAdmitted: (hash) => admitted.has(hash),
  }
}

/** What grants are made with. */
export type GrantsOptions = {
  /** The clock, in epoch milliseconds.
   * @default Date.now */
  now?: (() => number) | undefined
}

/** Refusals that wait for a person, and the permissions given. */
export type Grants = {
  /** Every refusal of the last 15 minutes, oldest first. */
  list: () => readonly PendingRefusal[]
  /** The refusal that a code names: what to show before a person decides. */
  find: (code: string) => PendingRefusal | undefined
  /**
   * A person has seen the refusal and decides to pay anyway: by its code, which allows each payment of the request, or by
   * the report of an error.
   *
   * @returns The payments that are allowed now.
   * @throws {@link InvalidInputError} where no refusal of the last 15 minutes fits.
   */
  allow: (refusal: string | RiskReport) => readonly RefusedPayment[]
  /**
   * For the judge: notes a refusal, and returns its code; the same refusal keeps its code. Of each user the last 1,000 are
   * kept, with 2,000 payments at most, so that none pushes out the refusals of another.
   */
  refuse: (payments: readonly RefusedPayment[], user?: string) => string
  /** For the judge: what this user has allowed between the parties of a payment. */
  grantsFor: (payment: Pick<RefusedPayment, 'payer' | 'payee'>, user?: string) => readonly Grant[]
  /** For the judge: uses some grants at once, or none where one of them is used. */
  use: (grants: readonly Grant[]) => Admission | undefined
  /** For the judge: whether a transaction, or a hash that was signed, has used a grant. */
  isAdmitted: (hash: Hash) => boolean
}

/** A refusal that a person may decide about. */
export type PendingRefusal = {
  /** Four characters, without those that are easily confused. It authorises nothing. */
  code: string
  payments: readonly RefusedPayment[]
  /** When it was refused, in epoch milliseconds. */
  at: number
  /** Who asked: only this user's requests can use a permission given on it. Empty where the guard has one user. */
  user: string
}

/** A payment that was refused, with the findings on it. */
export type RefusedPayment = Omit<SummedPayment, 'key'> & { report: RiskReport }

/** A permission for one payment. */
export type Grant = {
  readonly payment: RefusedPayment
  /** When the person decided, in epoch milliseconds. */
  readonly at: number
  /** Whose requests may use it. */
  readonly user: string
  /** What has used it. */
  use: GrantUse | undefined
}

type GrantUse = { hash: Hash | undefined }

/** Grants that a request has taken, and whose transaction is about to exist. */
export type Admission = {
  /** The transaction, or what was signed: its bytes pass again. */
  bind: (hash: Hash) => void
  /** Gives the grants back: nothing was signed or sent. */
  release: () => void
}

/** Of each user: a request may pay 256 times, and each payment has a report. */
const maxRefusals = 1_000
const maxPayments = 2_000
const maxAdmitted = 10_000

function sum(refusals: readonly Pick<PendingRefusal, 'payments'>[]): number {
  return refusals.reduce((total, { payments }) => total + payments.length, 0)
}

function isSamePair(a: Pick<RefusedPayment, 'payer' | 'payee'>, b: Pick<RefusedPayment, 'payer' | 'payee'>): boolean {
  return isSameText(a.payer, b.payer) && isSameText(a.payee, b.payee)
}

function areSame(a: readonly RefusedPayment[], b: readonly RefusedPayment[]): boolean {
  const isPair = (payment: RefusedPayment, other: RefusedPayment | undefined) => other && isSame(payment, other)
  return a.length === b.length && a.every((payment, i) => isPair(payment, b[i]))
}

function isSame(a: RefusedPayment, b: RefusedPayment): boolean {
  return (
    isSamePair(a, b) &&
    isSameText(a.token, b.token) &&
    a.chainId === b.chainId &&
    a.payeeChainId === b.payeeChainId &&
    a.amount === b.amount &&
    codesOf(a.report) === codesOf(b.report)
  )
}

/** A report may have been copied on its way through an application. */
function isSameReport(a: RiskReport, b: RiskReport): boolean {
  return (
    isSameText(a.sender, b.sender) &&
    isSameText(a.target, b.target) &&
    a.amount === b.amount &&
    a.chainId === b.chainId &&
    codesOf(a) === codesOf(b)
  )
}

function codesOf({ reasons }: RiskReport): string {
  return reasons.map(({ code }) => code).join()
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
