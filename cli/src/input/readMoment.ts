import { usageFailure } from '../failure/CommandFailure.js'
import { secondsOf } from './readSpan.js'

/**
 * A moment to come, as typed: a span from now (`12h`, `30d`) or a date with its time and zone (`2027-01-31T12:00:00Z`).
 *
 * @param now - Unix seconds, as a rule the chain's clock.
 * @returns Unix seconds.
 */
export function readMoment(name: string, text: string | undefined, now: number): number {
  if (text === undefined) throw usageFailure('missing_moment', `${name} is missing.`, [shape])
  const span = secondsOf(text)
  if (span !== undefined) return now + span
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(at)) throw usageFailure('invalid_moment', `${name} is ${text}, which is no moment.`, [shape])
  const seconds = Math.floor(at / 1_000)
  if (seconds <= now) throw usageFailure('invalid_moment', `${name} is over: ${writeMoment(seconds)}.`, [shape])
  return seconds
}

/** Unix seconds for a person. */
export function writeMoment(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

const shape = 'Like this: 12h, 30d, or 2027-01-31T12:00:00Z.'
