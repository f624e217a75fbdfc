import { check, metadata, optional, pipe } from 'valibot'
import { decode } from './internal/decode.js'
import {
  address,
  chainId,
  choice,
  decimal,
  type Fields,
  hash,
  hex,
  type Infer,
  integer,
  object,
  oneOf,
  open,
  orNull,
  text,
  textUpTo,
  uint40,
} from './internal/fields.js'
import { isCurvePoint } from './internal/isCurvePoint.js'
import { write } from './internal/write.js'
import type { JsonOf } from './json.js'

const terms = {
  token: address,
  cosigner: address,
  target: address,
  /** Base units. */
  maxAmount: decimal,
  /** Base units. */
  perPullMax: decimal,
  /** Unix seconds. */
  expiry: uint40,
  /** Seconds. */
  interval: uint40,
  /** 0 pays, 1 is pulled from; others are read too, for the service to refuse by name. */
  mode: /* @__PURE__ */ integer(0, 255),
}

const byAddress = /* @__PURE__ */ object({ ...terms, owner: address, vault: address })
const byHash = /* @__PURE__ */ object({ ...terms, ownerHash: hash, vaultHash: hash })

/** One pair or the other: a policy with fields of both is refused, as the pair of which it has more. */
const policy = /* @__PURE__ */ choice([byAddress, byHash], (value) => {
  const has = (name: string) => Number(Object.hasOwn(value, name))
  return has('ownerHash') + has('vaultHash') > has('owner') + has('vault') ? byHash : byAddress
})

const announcement = {
  /** The owner of the box. */
  stealthAddress: address,
  /** A compressed point of secp256k1, 33 bytes. */
  ephemeralPubKey: /* @__PURE__ */ compressedPoint(),
  /** 0 to 255. */
  viewTag: /* @__PURE__ */ integer(0, 255),
}

/** Anyone can read it; bytes beyond 40 of UTF-8 are cut off. */
const label = /* @__PURE__ */ optional(/* @__PURE__ */ textUpTo(256))

const announce = /* @__PURE__ */ object({ ...announcement, label })

/** The body of `POST /api/relay/create`. */
export const relayCreate = /* @__PURE__ */ object({
  /** 32 bytes, part of the box's address. */
  salt: hash,
  policy,
  /** @default PRIMARY_CHAIN_ID */
  chainId: /* @__PURE__ */ optional(chainId),
  announce: /* @__PURE__ */ optional(announce),
})

/** The body of `POST /api/relay/announce`. */
export const relayAnnounce = /* @__PURE__ */ object({
  ...announcement,
  box: address,
  /** @default PRIMARY_CHAIN_ID */
  chainId: /* @__PURE__ */ optional(chainId),
  label,
})

/** The body of `POST /api/relay/gas`. */
export const relayGas = /* @__PURE__ */ object({
  to: address,
  /** @default PRIMARY_CHAIN_ID */
  chainId: /* @__PURE__ */ optional(chainId),
})

/** The 200 answer of `POST /api/relay/create`. */
export const relayCreateResult = /* @__PURE__ */ open({
  account: address,
  /** `null` for a box that was deployed before. */
  txHash: /* @__PURE__ */ orNull(hash),
  /** Where it was asked for; `null` where the announcement failed or was refused, and can be asked for alone. */
  announceTxHash: /* @__PURE__ */ optional(/* @__PURE__ */ orNull(hash)),
})

/** The 200 answer of `POST /api/relay/announce`. */
export const relayAnnounceResult = /* @__PURE__ */ open({ txHash: hash })

/** The 200 answer of `POST /api/relay/gas`. */
export const relayGasResult = /* @__PURE__ */ open({
  /** `null` for an address that has enough. */
  txHash: /* @__PURE__ */ orNull(hash),
  /** Base units. */
  amount: decimal,
})

/** The 202 answer of the relay routes. */
export const relayPending = /* @__PURE__ */ open({
  status: /* @__PURE__ */ oneOf('pending'),
  operationId: /* @__PURE__ */ text(/^[A-Za-z0-9_-]{1,64}$/),
  retryAfterMs: /* @__PURE__ */ integer(0, 3_600_000),
  /** Where the box will be deployed. */
  account: /* @__PURE__ */ optional(address),
  /** The transaction that carries it now; raising its fees replaces it by another. */
  txHash: /* @__PURE__ */ optional(hash),
})

/** Asks the relayer to deploy a box, and to announce it if it belongs to a stealth owner. */
export type RelayCreate = Infer<typeof relayCreate>

/** The policy of a box, its owner and vault by address or by hash. */
export type RelayPolicy = Infer<typeof policy>

/** The part of a policy that is never hidden. Modes other than 0 and 1 are read too, for the service to refuse by name. */
export type RelayTerms = Infer<Fields<typeof terms>>

/** What an announcement says beside the box. */
export type RelayAnnouncement = Infer<typeof announce>

/** Asks the relayer to announce a deployed box. */
export type RelayAnnounce = Infer<typeof relayAnnounce>

/** Asks the relayer for the gas of one transaction. */
export type RelayGas = Infer<typeof relayGas>

/** The body of `POST /api/relay/create`. */
export type RelayCreateBody = JsonOf<RelayCreate>
/** The body of `POST /api/relay/announce`. */
export type RelayAnnounceBody = JsonOf<RelayAnnounce>
/** The body of `POST /api/relay/gas`. */
export type RelayGasBody = JsonOf<RelayGas>

/** What became of a box that was asked for. */
export type RelayCreateResult = Infer<typeof relayCreateResult>

/** What became of an announcement. */
export type RelayAnnounceResult = Infer<typeof relayAnnounceResult>

/** What became of a gas seed, USDC base units. */
export type RelayGasResult = Infer<typeof relayGasResult>

/** The answer 202: it goes on, and asking again, with a fresh signature, tells how far it is. Nothing is done twice. */
export type RelayPending = Infer<typeof relayPending>

/**
 * Reads the body of `POST /api/relay/create`.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { salt, policy, announce } = decodeRelayCreate(JSON.parse(text))
 */
export function decodeRelayCreate(body: unknown): RelayCreate {
  return decode(relayCreate, body)
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
  return decode(relayAnnounce, body)
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
  return decode(relayGas, body)
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
  return decode(relayCreateResult, body)
}

/**
 * Reads the 200 answer of `POST /api/relay/announce`. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { txHash } = decodeRelayAnnounceResult(await response.json())
 */
export function decodeRelayAnnounceResult(body: unknown): RelayAnnounceResult {
  return decode(relayAnnounceResult, body)
}

/**
 * Reads the 200 answer of `POST /api/relay/gas`. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { amount } = decodeRelayGasResult(await response.json())
 */
export function decodeRelayGasResult(body: unknown): RelayGasResult {
  return decode(relayGasResult, body)
}

/**
 * Reads a 202 answer of the relay routes. Keys it does not know are dropped.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { retryAfterMs } = decodeRelayPending(await response.json())
 */
export function decodeRelayPending(body: unknown): RelayPending {
  return decode(relayPending, body)
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

function compressedPoint() {
  return pipe(
    hex(33),
    check((key) => /^0x0[23]/.test(key) && isCurvePoint(key), 'out_of_range'),
    metadata({ pattern: '^0x0[23][0-9a-f]{64}$' }),
  )
}
