import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'
import { type AnyTime, secondsOf } from './anyTime.js'
import { chainTime } from './chainTime.js'
import type { ReadClient } from './clients.js'

/** Until when a signature is good: a positive number of whole seconds. */
export function assertSeconds(parameter: string, seconds: number): void {
  if (!Number.isInteger(seconds) || seconds <= 0)
    throw new InvalidInputError(
      parameter,
      `\`${parameter}\` is ${textOf(seconds)}, not a positive whole number of seconds.`,
    )
}

/** Unix seconds from `now`, which defaults to the chain's own clock: what was read of it a moment ago, else it is asked. */
export async function deadlineAfter(
  client: ReadClient,
  seconds: number,
  now: AnyTime | undefined,
  time?: bigint | undefined,
): Promise<bigint> {
  const from = now === undefined ? (time ?? (await chainTime(client))) : BigInt(secondsOf('now', now))
  return from + BigInt(seconds)
}
