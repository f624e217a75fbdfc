import { createKeccak } from 'hash-wasm'
import type { Address, Hex } from 'viem'
import { loadCurve } from './loadCurve.js'

/**
 * Loads the hash functions and the signer recovery, both in WebAssembly: about 0.13 ms of processor time a request,
 * where plain JavaScript takes ten times that for the curve, and twelve times that for the hashes.
 *
 * @example
 * const recovery = await createSignerRecovery()
 * const signature = parseSignature(header)
 * if (signature !== undefined) recovery.recover(recovery.messageDigest(message), signature)
 */
export async function createSignerRecovery(): Promise<SignerRecovery> {
  const [curve, keccak] = await Promise.all([loadCurve(), createKeccak(256)])

  function hash(bytes: Uint8Array): Buffer {
    const digest = keccak.init().update(bytes).digest('binary')
    return Buffer.from(digest.buffer, digest.byteOffset, digest.length)
  }

  return {
    bodyHash: (body) => `0x${hash(body).toString('hex')}`,
    messageDigest(message) {
      const bytes = Buffer.from(message)
      return hash(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
    },
    recover(digest, { compact, recoveryId }) {
      const key = curve.recoverPublicKeyUncompressed(compact, recoveryId, digest)
      // The error of this library is a text.
      if (typeof key === 'string') return undefined
      return `0x${hash(key.subarray(1)).toString('hex', 12)}`
    },
  }
}

/** Hashes what was signed, and recovers the signer. */
export type SignerRecovery = {
  /** The hash of a body, over its bytes as they arrived. */
  bodyHash: (body: Uint8Array) => Hex
  /** EIP-191: the hash of a text that a wallet signs. */
  messageDigest: (message: string) => Uint8Array
  /** @returns In lower case; undefined when no key fits the signature. */
  recover: (digest: Uint8Array, signature: ParsedSignature) => Address | undefined
}

/** A signature in its canonical form: r and s in range, s in the lower half. */
export type ParsedSignature = { compact: Uint8Array; recoveryId: 0 | 1 }

/**
 * Parses 65 bytes of hex: r, s and v. Malformed signatures are refused here, before they cost anything.
 *
 * @returns Undefined for another form, r or s out of range, s in the upper half, or v other than 0, 1, 27 and 28.
 */
export function parseSignature(text: string): ParsedSignature | undefined {
  if (!form.test(text)) return undefined
  const bytes = Buffer.from(text.slice(2), 'hex')
  const v = bytes[64]
  if (v !== 0 && v !== 1 && v !== 27 && v !== 28) return undefined
  const r = bytes.subarray(0, 32)
  const s = bytes.subarray(32, 64)
  if (r.compare(zero) === 0 || r.compare(order) >= 0) return undefined
  if (s.compare(zero) === 0 || s.compare(halfOrder) > 0) return undefined
  return { compact: bytes.subarray(0, 64), recoveryId: v === 0 || v === 27 ? 0 : 1 }
}

const form = /^0x[0-9a-fA-F]{130}$/

const zero = Buffer.alloc(32)
/** SEC 2, section 2.4.1. */
const order = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
