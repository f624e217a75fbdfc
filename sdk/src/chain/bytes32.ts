import { type Hex, isHex, size } from 'viem'
import { InvalidInputError } from '../errors/input.js'

/** @throws {@link InvalidInputError} unless it is 32 bytes of hex and, where `nonZero`, not all zero. */
export function assertBytes32(parameter: string, value: Hex, { nonZero = false, secret = false } = {}): void {
  if (!isHex(value) || size(value) !== 32)
    throw new InvalidInputError(parameter, `\`${parameter}\` is not 32 bytes of hex${secret ? '' : `: "${value}"`}.`)
  if (nonZero && BigInt(value) === 0n) throw new InvalidInputError(parameter, `\`${parameter}\` is all zero.`)
}
