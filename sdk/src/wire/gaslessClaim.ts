import { optional } from 'valibot'
import { decode } from './internal/decode.js'
import {
  address,
  choice,
  hash,
  hex,
  type Infer,
  integer,
  object,
  oneOf,
  open,
  positive,
  refused,
  type Schema,
  text,
} from './internal/fields.js'
import { write } from './internal/write.js'
import type { JsonOf } from './json.js'

const byCode = /* @__PURE__ */ object({
  transferId: positive,
  /** As a person has typed it, grouped or not. Whether it is right is decided on chain: a typing error is a wrong code. */
  code: /* @__PURE__ */ text(/^[ -~]{1,64}$/),
  /** 32 bytes, derived from the same secret. */
  salt: hash,
  /** Whom the transfer must pay; with another one the code goes nowhere. */
  recipient: /* @__PURE__ */ optional(address),
})

const byKey = /* @__PURE__ */ object({
  transferId: positive,
  /** Whom the claim key has signed for. */
  recipient: address,
  /** Of the claim key over transfer id and recipient, 65 bytes. */
  signature: /* @__PURE__ */ hex(65),
})

/** The body of `POST /api/gasless-claim`: a code, or the signature of a claim key. */
export const gaslessClaim = /* @__PURE__ */ choice([byCode, byKey], ({ signature }) =>
  signature === undefined ? byCode : byKey,
)

/** More than any contract of ours allows. */
const attempts = /* @__PURE__ */ integer(0, 255)

const wrongCode = /* @__PURE__ */ open({ kind: /* @__PURE__ */ oneOf('wrong_code'), attemptsRemaining: attempts })
const locked = /* @__PURE__ */ open({
  kind: /* @__PURE__ */ oneOf('locked'),
  attemptsRemaining: /* @__PURE__ */ oneOf(0),
})
const unavailable = /* @__PURE__ */ open({
  kind: /* @__PURE__ */ oneOf('unavailable'),
  reason: /* @__PURE__ */ oneOf(
    'not_pending',
    'expired',
    'unknown',
    'other_recipient',
    'invalid_signature',
    'awaiting_release',
    'token_refused',
    'foreign_verifier',
  ),
})
const unknown = /* @__PURE__ */ open({
  kind: /* @__PURE__ */ oneOf('unknown'),
  attemptsRemaining: /* @__PURE__ */ optional(attempts),
})

const faults: ReadonlyMap<unknown, Schema> = /* @__PURE__ */ new Map<unknown, Schema>([
  ['wrong_code', wrongCode],
  ['locked', locked],
  ['unavailable', unavailable],
  ['unknown', unknown],
])
const fault = /* @__PURE__ */ choice(
  [wrongCode, locked, unavailable, unknown],
  ({ kind }) => faults.get(kind) ?? refused('not_one_of', 'kind'),
)

const success = /* @__PURE__ */ open({ ok: /* @__PURE__ */ oneOf(true), txHash: hash })
const failure = /* @__PURE__ */ open({
  ok: /* @__PURE__ */ oneOf(false),
  error: fault,
  /** Of a transaction that was sent, where there is one. */
  txHash: /* @__PURE__ */ optional(hash),
})

/** The answer of `POST /api/gasless-claim`. */
export const gaslessClaimResult = /* @__PURE__ */ choice([success, failure], ({ ok }) => {
  if (typeof ok !== 'boolean') return refused('not_one_of', 'ok')
  return ok ? success : failure
})

/** Asks the relayer to claim a protected transfer of the primary chain, by its code or by the signature of its claim key. */
export type GaslessClaim = Infer<typeof gaslessClaim>

/** The body of `POST /api/gasless-claim`. */
export type GaslessClaimBody = JsonOf<GaslessClaim>

/** What became of a gasless claim. */
export type GaslessClaimResult = Infer<typeof gaslessClaimResult>

/**
 * Why a claim has not paid.
 *
 * - `wrong_code`: found before anything was sent, so the count is the chain's own and unchanged, unless there is a `txHash`.
 * - `locked`: too many wrong codes; only the sender can help.
 * - `unavailable`: it can no longer be claimed, or it never existed (`not_pending`, `expired`, `unknown`); it does not pay the
 *   recipient (`other_recipient`); the signature is not by its claim key (`invalid_signature`); its sender was asked to
 *   release it and must decide (`awaiting_release`); USDC refuses to move, by its blocklist or a pause (`token_refused`);
 *   its terms let a contract of another party judge the code, which no relayer runs (`foreign_verifier`).
 * - `unknown`: it may still land. Ask again, with a fresh signature: the claim is not sent twice.
 */
export type GaslessClaimFault = Infer<typeof fault>

/**
 * Reads the body of `POST /api/gasless-claim`.
 *
 * @throws {@link WireFormatError} and nothing else; it never repeats the code.
 * @example
 * const claim = decodeGaslessClaim(JSON.parse(text))
 * console.log(claim.transferId, 'signature' in claim ? 'by key' : 'by code')
 */
export function decodeGaslessClaim(body: unknown): GaslessClaim {
  return decode(gaslessClaim, body)
}

/**
 * Writes the body of `POST /api/gasless-claim`, the exact inverse of {@link decodeGaslessClaim}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeGaslessClaim({ transferId: 42n, code, salt, recipient }))
 */
export function encodeGaslessClaim(claim: GaslessClaim): GaslessClaimBody {
  const { transferId, recipient } = claim
  const body =
    'signature' in claim
      ? write({ transferId, recipient: claim.recipient, signature: claim.signature })
      : write({ transferId, code: claim.code, salt: claim.salt, recipient })
  decodeGaslessClaim(body)
  return body
}

/**
 * Reads the answer of `POST /api/gasless-claim`. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const result = decodeGaslessClaimResult(await response.json())
 * if (!result.ok && result.error.kind === 'wrong_code') console.log(result.error.attemptsRemaining)
 */
export function decodeGaslessClaimResult(body: unknown): GaslessClaimResult {
  return decode(gaslessClaimResult, body)
}

/**
 * Writes the answer of `POST /api/gasless-claim`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeGaslessClaimResult({ ok: false, error: { kind: 'locked', attemptsRemaining: 0 } })
 */
export function encodeGaslessClaimResult(result: GaslessClaimResult): GaslessClaimResult {
  return decodeGaslessClaimResult(result)
}
