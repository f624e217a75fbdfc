import type { PlanStep, PlanValue } from '../types.js'

/** Names of numbers that each quote changes: a plan holds while they are not higher than it says. */
const ceilings: readonly string[] = ['maxFee']

/** Whether a step is the planned one. */
export function isPlanned(actual: PlanStep, planned: PlanStep | undefined): boolean {
  // Steps are plain data, whose type has no index.
  return planned !== undefined && isWithin(actual as unknown as PlanValue, planned as unknown as PlanValue)
}

function isWithin(actual: PlanValue, planned: PlanValue, name?: string): boolean {
  if (name !== undefined && ceilings.includes(name) && typeof actual === 'string' && typeof planned === 'string')
    return isWhole(actual) && isWhole(planned) && BigInt(actual) <= BigInt(planned)
  if (typeof actual !== 'object' || typeof planned !== 'object' || actual === null || planned === null)
    return actual === planned || (isHex(actual) && isHex(planned) && actual.toLowerCase() === planned.toLowerCase())
  const names = Object.keys(actual)
  return (
    Array.isArray(actual) === Array.isArray(planned) &&
    names.length === Object.keys(planned).length &&
    names.every((key) => Object.hasOwn(planned, key) && isWithin(fieldOf(actual, key), fieldOf(planned, key), key))
  )
}

/** A plan from elsewhere may hold any text. */
const isWhole = (text: string) => /^\d{1,78}$/.test(text)

function fieldOf(value: object, name: string): PlanValue {
  // Both sides are JSON objects of plans.
  return (value as Record<string, PlanValue>)[name] ?? null
}

function isHex(value: PlanValue): value is `0x${string}` {
  return typeof value === 'string' && value.startsWith('0x')
}
