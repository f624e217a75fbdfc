/** The seed of the random inputs of a run of tests. */
import { randomInt } from 'node:crypto'

const limit = 2 ** 31

/**
 * The seed that `SEED` in the environment names, or a fresh one, which is written there, so that processes started from
 * here use the same.
 *
 * @throws When `SEED` is not a whole number that fits 31 bits.
 */
export function testSeed(env: Record<string, string | undefined> = process.env): number {
  env.SEED ??= String(randomInt(limit))
  const seed = Number(env.SEED)
  if (!/^\d+$/.test(env.SEED) || seed >= limit)
    throw new Error(`SEED=${env.SEED} is not a whole number below ${limit}.`)
  return seed
}

/** The seed of a commit, from its hash: a failed run fails again. */
export function commitSeed(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) % limit
}

/** The same seed for forge, as an environment. */
export function forgeSeed(seed: number): { FOUNDRY_FUZZ_SEED: string } {
  return { FOUNDRY_FUZZ_SEED: `0x${seed.toString(16)}` }
}
