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

/** Whole seconds; undefined for what is no span. */
export function secondsOf(text: string): number | undefined {
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
