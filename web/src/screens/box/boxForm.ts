import { type EphemeralPolicy, MODE_PULL, MODE_PUSH } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { readAmount } from '../../parts/readAmount.js'

/** What the form of a new spending account holds. Spans are in seconds. */
export type BoxForm = {
  kind: 'pay' | 'pull'
  owner: 'wallet' | 'hidden'
  recipient: string
  cap: string
  perPull: string
  every: number
  lasts: number
}

const day = 86_400
export const INTERVALS: readonly number[] = [day, 7 * day, 30 * day]
export const LIFETIMES: readonly number[] = [7 * day, 30 * day, 90 * day, 365 * day]

export const emptyBoxForm: BoxForm = {
  kind: 'pay',
  owner: 'wallet',
  recipient: '',
  cap: '',
  perPull: '',
  every: 30 * day,
  lasts: 30 * day,
}

/** A policy without its owner and vault. */
export type BoxTerms = Omit<EphemeralPolicy, 'owner' | 'vault'>

/**
 * The terms that a form means; `undefined` while a field is missing or wrong.
 *
 * @param now - Unix seconds, by the clock of the chain.
 */
export function termsOf(
  form: BoxForm,
  { token, cosigner, target, now }: { token: Address; cosigner: Address; target: Address; now: number },
): BoxTerms | undefined {
  const cap = readAmount(form.cap)
  const perPull = readAmount(form.perPull)
  if (cap.kind !== 'amount' || (form.kind === 'pull' && perPull.kind === 'fault')) return undefined
  const common = { token, cosigner, target, maxAmount: cap.amount, expiry: now + form.lasts }
  if (form.kind === 'pay') return { ...common, interval: 0, mode: MODE_PUSH }
  const limit = perPull.kind === 'amount' ? { perPullMax: perPull.amount } : {}
  return { ...common, ...limit, interval: form.every, mode: MODE_PULL }
}
