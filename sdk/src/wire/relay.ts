import type { BoxPolicy } from '@holdfast/contracts'
import type { Address, Hash, Hex } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import {
  address,
  asObject,
  chainId,
  decimal,
  hash,
  hex,
  integer,
  object,
  oneOf,
  open,
  orNull,
  type Read,
  text,
  uint40,
} from './internal/fields.js'
import type { JsonOf } from './json.js'

/** Asks the relayer to deploy a box, and to announce it where it is a stealth owner's. */
export type RelayCreate = {
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  /** 32 bytes, part of the box's address. */
  salt: Hex
  policy: RelayPolicy
  announce?: RelayAnnouncement | undefined
}

/** The policy of a box, its owner and vault by address or by hash. */
export type RelayPolicy = RelayTerms & ({ owner: Address; vault: Address } | { ownerHash: Hex; vaultHash: Hex })

/** The part of a policy that is never hidden. Modes other than 0 and 1 are read too, for the service to refuse by name. */
export type RelayTerms = Omit<BoxPolicy, 'vaultHash'>

/** What an announcement says beside the box. */
export type RelayAnnouncement = {
  /** The owner of the box. */
  stealthAddress: Address
  /** A compressed point, 33 bytes. */
  ephemeralPubKey: Hex
  /** 0 to 255. */
  viewTag: number
  /** Anybody can read it; what is beyond 40 bytes of utf8 is cut off. */
  label?: string | undefined
}

/** Asks the relayer to announce a box that stands. */
export type RelayAnnounce = RelayAnnouncement & {
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  box: Address
}

/** Asks the relayer for the gas of one transaction. */
export type RelayGas = {
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  to: Address
}

/** The body of `POST /api/relay/create`. */
export type RelayCreateBody = JsonOf<RelayCreate>
/** The body of `POST /api/relay/announce`. */
export type RelayAnnounceBody = JsonOf<RelayAnnounce>
/** The body of `POST /api/relay/gas`. */
export type RelayGasBody = JsonOf<RelayGas>

/** What became of a box that was asked for. */
export type RelayCreateResult = {
  account: Address
  /** `null` for a box that stood before. */
  txHash: Hash | null
  /** Where it was asked for; `null` where the announcement failed or was refused, and can be asked for alone. */
  announceTxHash?: Hash | null | undefined
}

/** What became of an announcement. */
export type RelayAnnounceResult = { txHash: Hash }

/** What became of a gas seed, USDC base units. */
export type RelayGasResult = {
  /** `null` for an address that has enough. */
  txHash: Hash | null
  amount: bigint
}

/** The answer 202: it goes on, and asking again, with a fresh signature, tells how far it is. Nothing is done twice. */
export type RelayPending = {
  status: 'pending'
  operationId: string
  /** Where the box will stand. */
  account?: Address | undefined
  /** The transaction that carries it now; fees that are raised make it another one. */
  txHash?: Hash | undefined
  retryAfterMs: number
}

/**
 * Reads the body of `POST /api/relay/create`.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { salt, policy, announce } = decodeRelayCreate(JSON.parse(text))
 */
export function decodeRelayCreate(body: unknown): RelayCreate {
  return readCreate(body, '')
}

/**
 * Writes the body of `POST /api/relay/create`, the exact inverse of {@link decodeRelayCreate}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeRelayCreate({ salt, policy: { ...policy, perPullMax: 0n } }))
 */
export function encodeRelayCreate(request: RelayCreate): RelayCreateBody {
  return write(decodeRelayCreate(write(request)))
}

/**
 * Reads the body of `POST /api/relay/announce`.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { stealthAddress, box } = decodeRelayAnnounce(JSON.parse(text))
 */
export function decodeRelayAnnounce(body: unknown): RelayAnnounce {
  return readAnnounce(body, '')
}

/**
 * Writes the body of `POST /api/relay/announce`, the exact inverse of {@link decodeRelayAnnounce}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeRelayAnnounce({ ...stealth, box }))
 */
export function encodeRelayAnnounce(request: RelayAnnounce): RelayAnnounceBody {
  return write(decodeRelayAnnounce(write(request)))
}

/**
 * Reads the body of `POST /api/relay/gas`.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { to } = decodeRelayGas(JSON.parse(text))
 */
export function decodeRelayGas(body: unknown): RelayGas {
  return readGas(body, '')
}

/**
 * Writes the body of `POST /api/relay/gas`, the exact inverse of {@link decodeRelayGas}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeRelayGas({ to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }))
 */
export function encodeRelayGas(request: RelayGas): RelayGasBody {
  return write(decodeRelayGas(write(request)))
}

/**
 * Reads the 200 answer of `POST /api/relay/create`. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { account, txHash } = decodeRelayCreateResult(await response.json())
 */
export function decodeRelayCreateResult(body: unknown): RelayCreateResult {
  return readCreated(body, '')
}

/**
 * Reads the 200 answer of `POST /api/relay/announce`. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { txHash } = decodeRelayAnnounceResult(await response.json())
 */
export function decodeRelayAnnounceResult(body: unknown): RelayAnnounceResult {
  return readAnnounced(body, '')
}

/**
 * Reads the 200 answer of `POST /api/relay/gas`. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { amount } = decodeRelayGasResult(await response.json())
 */
export function decodeRelayGasResult(body: unknown): RelayGasResult {
  return readSeeded(body, '')
}

/**
 * Reads a 202 answer of the relay routes. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { retryAfterMs } = decodeRelayPending(await response.json())
 */
export function decodeRelayPending(body: unknown): RelayPending {
  return readPending(body, '')
}

/**
 * Writes an answer of the relay routes: amounts as decimal texts, fields that are absent left out.
 *
 * @example
 * encodeRelayResult({ txHash, amount: 50_000n }) // { txHash: '0x…', amount: '50000' }
 */
export function encodeRelayResult<
  result extends RelayCreateResult | RelayAnnounceResult | RelayGasResult | RelayPending,
>(result: result): JsonOf<result> {
  return write(result)
}

const hashOrNull: Read<Hash | null> = /* @__PURE__ */ orNull(hash)

const terms = {
  token: address,
  cosigner: address,
  target: address,
  maxAmount: decimal,
  perPullMax: decimal,
  expiry: uint40,
  interval: uint40,
  mode: /* @__PURE__ */ integer(0, 255),
}
const byAddress = /* @__PURE__ */ object({ ...terms, owner: address, vault: address })
const byHash = /* @__PURE__ */ object({ ...terms, ownerHash: hash, vaultHash: hash })

/** One pair or the other: what is of both is of none. */
const policy: Read<RelayPolicy> = (value, at) =>
  Object.hasOwn(asObject(value, at), 'ownerHash') || Object.hasOwn(asObject(value, at), 'vaultHash')
    ? byHash(value, at)
    : byAddress(value, at)

const compressedPoint: Read<Hex> = (value, at) => {
  const key = hex(33)(value, at)
  if (!/^0x0[23]/.test(key)) throw new WireFormatError(at, 'out_of_range')
  return key
}

const announcement = {
  stealthAddress: address,
  ephemeralPubKey: compressedPoint,
  viewTag: /* @__PURE__ */ integer(0, 255),
}
const label = /* @__PURE__ */ text(/^[\s\S]{0,256}$/)

const readCreate: Read<RelayCreate> = /* @__PURE__ */ object(
  { salt: hash, policy },
  { chainId, announce: /* @__PURE__ */ object(announcement, { label }) },
)
const readAnnounce: Read<RelayAnnounce> = /* @__PURE__ */ object({ ...announcement, box: address }, { chainId, label })
const readGas: Read<RelayGas> = /* @__PURE__ */ object({ to: address }, { chainId })

const readCreated: Read<RelayCreateResult> = /* @__PURE__ */ open(
  { account: address, txHash: hashOrNull },
  { announceTxHash: hashOrNull },
)
const readAnnounced: Read<RelayAnnounceResult> = /* @__PURE__ */ open({ txHash: hash })
const readSeeded: Read<RelayGasResult> = /* @__PURE__ */ open({ txHash: hashOrNull, amount: decimal })
const readPending: Read<RelayPending> = /* @__PURE__ */ open(
  {
    status: /* @__PURE__ */ oneOf('pending'),
    operationId: /* @__PURE__ */ text(/^[A-Za-z0-9_-]{1,64}$/),
    retryAfterMs: /* @__PURE__ */ integer(0, 3_600_000),
  },
  { account: address, txHash: hash },
)

/** Hex of bytes goes out in lower case, addresses as they are; what is no value of its kind is the reader's to refuse. */
function write<value extends object>(value: value): JsonOf<value> {
  const written = Object.entries(value).flatMap(([key, field]) => {
    if (field === undefined) return []
    if (typeof field === 'bigint') return [[key, field.toString()]]
    if (typeof field === 'object' && field !== null) return [[key, write(field)]]
    return [[key, isBytes.has(key) && typeof field === 'string' ? field.toLowerCase() : field]]
  })
  return Object.fromEntries(written)
}

const isBytes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'salt',
  'ownerHash',
  'vaultHash',
  'ephemeralPubKey',
  'txHash',
  'announceTxHash',
])
