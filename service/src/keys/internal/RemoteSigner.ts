import {
  type Address,
  concatHex,
  type Hex,
  hashDomain,
  hashStruct,
  hashTypedData,
  hexToBigInt,
  isAddressEqual,
  isHex,
  keccak256,
  numberToHex,
  parseSignature,
  recoverAddress,
  type SignableMessage,
  serializeTransaction,
  size,
  slice,
  type TransactionSerializableEIP1559,
  type TypedDataDefinition,
  toPrefixedMessage,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { RemoteTls } from '../../config/Config.js'
import { KeySettingsError, SignerUnavailableError } from '../KeyErrors.js'
import type { Signer } from '../Signer.js'
import { type Ask, createAsk } from './askSigner.js'
import { proveSigning } from './proveSigning.js'

/**
 * A key behind the Web3Signer HTTP interface (eth1): it signs the keccak256 of the given bytes.
 *
 * The signer of every signature is recovered before use: a signature of another key is never returned.
 */
export class RemoteSigner implements Signer {
  readonly address: Address
  readonly #ask: Ask
  readonly #identifier: string

  private constructor(address: Address, ask: Ask, identifier: string) {
    this.address = address
    this.#ask = ask
    this.#identifier = identifier
  }

  /** Finds the key by its address: the interface names keys by their public key. */
  static async open(
    { url, address, tls }: { url: string; address: Address; tls?: RemoteTls | undefined },
    { timeoutMs }: { timeoutMs: number },
  ): Promise<RemoteSigner> {
    const ask = createAsk(url, { tls, timeoutMs })
    const identifier = parseKeys(await ask('/api/v1/eth1/publicKeys')).find((key) => isKeyOf(key, address))
    if (identifier === undefined) throw new KeySettingsError('unknown_key')
    return new RemoteSigner(address, ask, identifier)
  }

  async signMessage(message: SignableMessage): Promise<Hex> {
    return this.#sign(toPrefixedMessage(message))
  }

  async signTypedData(data: TypedDataDefinition, digest?: Hex): Promise<Hex> {
    return this.#sign(encodeTypedData(data, digest))
  }

  async signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex> {
    const unsigned = { ...transaction, type: 'eip1559' as const }
    return serializeTransaction(unsigned, parseSignature(await this.#sign(serializeTransaction(unsigned))))
  }

  async health(): Promise<void> {
    await this.#ask('/upcheck')
    await proveSigning(this)
  }

  async #sign(data: Hex): Promise<Hex> {
    const answer = await this.#ask(`/api/v1/eth1/sign/${this.#identifier}`, JSON.stringify({ data }))
    const signature = canonical(answer.trim())
    if (!isAddressEqual(await recoverAddress({ hash: keccak256(data), signature }), this.address))
      throw new SignerUnavailableError('signed with another key')
    return signature
  }
}

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function parseKeys(answer: string): readonly string[] {
  try {
    const keys: unknown = JSON.parse(answer)
    if (Array.isArray(keys)) return keys.filter((key) => typeof key === 'string')
  } catch {
    // Reported below.
  }
  throw new SignerUnavailableError('did not list its keys')
}

/** Uncompressed, with or without the leading 04. */
function isKeyOf(key: string, address: Address): boolean {
  // Checked in the next line.
  const hex = `0x${key.replace(/^0x/, '')}` as Hex
  if (!isHex(hex) || (size(hex) !== 64 && size(hex) !== 65)) return false
  const publicKey = size(hex) === 64 ? concatHex(['0x04', hex]) : hex
  return isAddressEqual(publicKeyToAddress(publicKey), address)
}

/** 65 bytes with a low s and v 27 or 28, as chains require. */
function canonical(answer: string): Hex {
  if (!isHex(answer) || size(answer) !== 65) throw new SignerUnavailableError('did not return a signature')
  const s = hexToBigInt(slice(answer, 32, 64))
  const v = Number(slice(answer, 64)) % 27
  if (v > 1 || s === 0n || s >= curveOrder) throw new SignerUnavailableError('did not return a signature')
  const isHigh = s > curveOrder / 2n
  return concatHex([
    slice(answer, 0, 32),
    numberToHex(isHigh ? curveOrder - s : s, { size: 32 }),
    numberToHex((isHigh ? 1 - v : v) + 27, { size: 1 }),
  ])
}

/** The bytes whose hash is signed (EIP-712). */
function encodeTypedData(data: TypedDataDefinition, digest = hashTypedData(data)): Hex {
  const {
    domain = {},
    message,
    primaryType,
    types,
    // viem types the data by its literal types, which are unknown here.
  } = data as {
    domain?: Record<string, unknown>
    message: Record<string, unknown>
    primaryType: string
    types: Record<string, readonly { name: string; type: string }[]>
  }
  // viem types these by the names of the types, which are known at run time only.
  const all = { EIP712Domain: domainFields(domain), ...types } as never
  // As above.
  const struct = { data: message, primaryType, types: all } as never
  const encoded = concatHex([
    '0x1901',
    // As above.
    hashDomain({ domain: domain as never, types: all }),
    ...(primaryType === 'EIP712Domain' ? [] : [hashStruct(struct)]),
  ])
  if (keccak256(encoded) !== digest) throw new TypeError('The typed data cannot be encoded.')
  return encoded
}

const allDomainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

const domainFields = (domain: Record<string, unknown>) =>
  allDomainFields.filter(({ name }) => domain[name] !== undefined)
