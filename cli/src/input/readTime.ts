import { usageFailure } from '../failure/CommandFailure.js'

/**
 * A span of time as typed: a whole number and its unit, `90s`, `15m`, `12h`, `30d`.
 *
 * @returns Seconds, at least 1.
 */
export function readSpan(name: string, text: string | undefined): number {
  const seconds = text !== undefined ? secondsOf(text) : undefined
  if (seconds !== undefined) return seconds
  throw usageFailure('invalid_span', `${name} is ${text ?? 'missing'}, not a span of time.`, [
    'Like this: 90s, 15m, 12h or 30d.',
  ])
}

/** Whole seconds; undefined for any other text. */
function secondsOf(text: string): number | undefined {
  const [, number, unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (secondsByUnit[unit] ?? 0)
}

/** The same for a person, in the largest unit that leaves nothing over. */
export function writeSpan(seconds: number): string {
  for (const [name, size] of units)
    if (seconds % size === 0) return `${seconds / size} ${name}${seconds === size ? '' : 's'}`
  return `${seconds} seconds`
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const secondsByUnit: Readonly<Record<string, number>> = Object.fromEntries(units.map(([name, size]) => [name[0], size]))

/**
 * A future time, as typed: a span from now (`12h`, `30d`) or a date with its time and zone (`2027-01-31T12:00:00Z`).
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
  if (Number.isNaN(at)) throw usageFailure('invalid_moment', `${name} is ${text}, which is not a time.`, [shape])
  const seconds = Math.floor(at / 1_000)
  if (seconds <= now) throw usageFailure('invalid_moment', `${name} is in the past: ${writeMoment(seconds)}.`, [shape])
  return seconds
}

/** Unix seconds for a person. */
export function writeMoment(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

const shape = 'Like this: 12h, 30d, or 2027-01-31T12:00:00Z.'
