import type { Secp256k1 } from '@bitauth/libauth'
import {
  type Address,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  parseSignature,
  type SignableMessage,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TypedDataDefinition,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { KeySettingsError } from '../KeyErrors.js'
import { loadCurve } from '../loadCurve.js'
import type { Signer } from '../Signer.js'
import { proveSigning } from './proveSigning.js'

/**
 * A key in this process. It signs according to RFC 6979, with a low s, in WebAssembly: plain JavaScript takes several
 * times the processor time, and signing is the most frequent operation of a co-signer.
 */
export class LocalSigner implements Signer {
  readonly address: Address
  readonly #curve: Secp256k1
  readonly #privateKey: Uint8Array

  private constructor(curve: Secp256k1, privateKey: Uint8Array, address: Address) {
    this.#curve = curve
    this.#privateKey = privateKey
    this.address = address
  }

  /** @throws {@link KeySettingsError}, which does not quote the key. */
  static async open(privateKey: Hex): Promise<LocalSigner> {
    if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) throw new KeySettingsError('not_a_key')
    const curve = await loadCurve()
    const bytes = hexToBytes(privateKey)
    const publicKey = curve.derivePublicKeyUncompressed(bytes)
    // The error of this library is a text.
    if (typeof publicKey === 'string') throw new KeySettingsError('not_a_key')
    return new LocalSigner(curve, bytes, publicKeyToAddress(toHex(publicKey)))
  }

  async signMessage(message: SignableMessage): Promise<Hex> {
    return this.#sign(hashMessage(message))
  }

  async signTypedData(data: TypedDataDefinition, digest?: Hex): Promise<Hex> {
    return this.#sign(digest ?? hashTypedData(data))
  }

  async signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex> {
    const unsigned = { ...transaction, type: 'eip1559' as const }
    return serializeTransaction(unsigned, parseSignature(this.#sign(keccak256(serializeTransaction(unsigned)))))
  }

  health(): Promise<void> {
    return proveSigning(this)
  }

  #sign(hash: Hex): Hex {
    const signed = this.#curve.signMessageHashRecoverableCompact(this.#privateKey, hexToBytes(hash))
    if (typeof signed === 'string') throw new Error('The message could not be signed.')
    return `${toHex(signed.signature)}${signed.recoveryId === 0 ? '1b' : '1c'}`
  }
}

function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`
}
