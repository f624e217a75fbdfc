import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'

/** A point in time: a `Date`, or Unix seconds as the chain counts them. */
export type AnyTime = Date | number | bigint

/**
 * Whole Unix seconds of a time.
 *
 * @throws {@link InvalidInputError} for a number that is milliseconds, and for what is not a time.
 */
export function secondsOf(parameter: string, time: AnyTime): number {
  // A Date of another frame or context is not an instance of this one's class; `null` would count as 0.
  const isDate = Object.prototype.toString.call(time) === '[object Date]'
  const isNumber = typeof time === 'number' || typeof time === 'bigint'
  const seconds = Math.floor(isDate ? Number(time) / 1000 : isNumber ? Number(time) : Number.NaN)
  // Read as seconds, milliseconds would put every deadline far in the past.
  if (typeof time === 'number' && seconds >= firstMilliseconds)
    throw new InvalidInputError(parameter, `The time ${time} looks like milliseconds: pass a Date, or Unix seconds.`)
  if (!Number.isFinite(seconds)) throw new InvalidInputError(parameter, `The time ${textOf(time)} is not a time.`)
  return seconds
}

/** Unix seconds of the year 5138; in milliseconds, 1973. */
const firstMilliseconds = 1e11
