import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { InvalidInputError } from '../../errors/input.js'
import { parseHex } from './hex.js'

/** A point of the curve, as the library for secret scalars holds it. */
export type CurvePoint = InstanceType<typeof secp256k1.Point>

/** n: private keys are below it. */
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

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
export function parsePoint(parameter: string, value: Hex): CurvePoint {
  const bytes = parseHex(value, 33)
  if (bytes === undefined)
    throw new InvalidInputError(parameter, `The \`${parameter}\` is not 33 bytes of hex, a compressed point.`)
  const point = findPoint(bytes)
  if (point === undefined)
    throw new InvalidInputError(parameter, `The \`${parameter}\` is not a point of the curve secp256k1.`)
  return point
}

/** The point that 33 bytes of whatever origin stand for, or `undefined`. */
export function findPoint(bytes: Uint8Array): CurvePoint | undefined {
  try {
    return secp256k1.Point.fromBytes(bytes)
  } catch {
    return undefined
  }
}

/** Whether a number is a usable private key: 1 to n - 1. */
export function isScalar(value: bigint): boolean {
  return value > 0n && value < curveOrder
}
