/** @noble/curves and @noble/hashes in the SDK's versions; another package installs older ones at the root. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve } = createRequire(import.meta.resolve('@holdfast/sdk/package.json'))
const load = (path: string) => import(pathToFileURL(resolve(path)).href)

type CurvePoint = {
  add: (other: CurvePoint) => CurvePoint
  multiply: (scalar: bigint) => CurvePoint
  multiplyUnsafe: (scalar: bigint) => CurvePoint
  toBytes: (isCompressed: boolean) => Uint8Array
}

const { secp256k1 } = await load('@noble/curves/secp256k1.js')
const { normalizeZ } = await load('@noble/curves/abstract/curve.js')
const { keccak_256 } = await load('@noble/hashes/sha3.js')

export const Point: {
  BASE: CurvePoint
  fromBytes: (bytes: Uint8Array) => CurvePoint
  normalizeZ: (points: readonly CurvePoint[]) => CurvePoint[]
} = {
  BASE: secp256k1.Point.BASE,
  fromBytes: (bytes) => secp256k1.Point.fromBytes(bytes),
  normalizeZ: (points) => normalizeZ(secp256k1.Point, points),
}

/** Over a hash, as the co-signer signs. */
export const sign = (digest: Uint8Array, key: Uint8Array): Uint8Array =>
  secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })

export const keccak: (bytes: Uint8Array) => Uint8Array = keccak_256

export const curvesVersion: string = JSON.parse(
  readFileSync(resolve('@noble/curves/secp256k1.js').replace(/secp256k1\.js$/, 'package.json'), 'utf8'),
).version
