import type { Hex } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import { textOf } from '../errors/textOf.js'

/** Whether it is 32 bytes of hex. viem counts half a byte as a whole one and fills it up at the end: another hash. */
export function isBytes32(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** @throws {@link InvalidInputError} unless it is 32 bytes of hex and, where `nonZero`, not all zero. */
export function assertBytes32(parameter: string, value: Hex, { nonZero = false, secret = false } = {}): void {
  if (!isBytes32(value))
    throw new InvalidInputError(
      parameter,
      `\`${parameter}\` is not 32 bytes of hex${secret ? '' : `: "${textOf(value)}"`}.`,
    )
  if (nonZero && BigInt(value) === 0n) throw new InvalidInputError(parameter, `\`${parameter}\` is all zero.`)
}
