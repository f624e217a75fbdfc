import { usageFailure } from '../failure/CommandFailure.js'

/** A whole number as typed, between two bounds. */
export function readNumber(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageFailure('invalid_number', `${name} is ${text}, not a whole number from ${least} to ${most}.`)
}
