import type { Hex } from 'viem'
import { isScalar } from '../../curve/order.js'
import { decompress, type Point } from '../../curve/points.js'
import { InvalidInputError } from '../../errors/input.js'
import { parseHex } from './hex.js'

/**
 * Reads a private key.
 *
 * @throws {@link InvalidInputError} naming the parameter, never the key.
 */
export function parsePrivateKey(parameter: string, value: Hex): bigint {
  const bytes = parseHex(value, 32)
  if (bytes === undefined) throw new InvalidInputError(parameter, `The \`${parameter}\` is not 32 bytes of hex.`)
  const key = BigInt(value)
  if (!isScalar(key)) throw new InvalidInputError(parameter, `The \`${parameter}\` is zero or above the curve's order.`)
  return key
}

/**
 * Reads a compressed point.
 *
 * @throws {@link InvalidInputError} naming the parameter.
 */
export function parsePoint(parameter: string, value: Hex): Point {
  const bytes = parseHex(value, 33)
  if (bytes === undefined)
    throw new InvalidInputError(parameter, `The \`${parameter}\` is not 33 bytes of hex, a compressed point.`)
  const point = decompress(bytes)
  if (point === undefined)
    throw new InvalidInputError(parameter, `The \`${parameter}\` is not a point of the curve secp256k1.`)
  return point
}
