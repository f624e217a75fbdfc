import type { Hash, Hex } from 'viem'
import { WireFormatError } from '../errors/wire.js'
import { asObject, decimal, flag, hash, integer, object, oneOf, open, type Read, text } from './internal/fields.js'
import type { JsonOf } from './json.js'

/** Asks the relayer to claim a protected transfer of the primary chain for its recorded recipient. */
export type GaslessClaim = {
  transferId: bigint
  /** As a person has typed it, grouped or not. */
  code: string
  /** 32 bytes, derived from the same secret. */
  salt: Hex
}

/** The body of `POST /api/gasless-claim`. */
export type GaslessClaimBody = JsonOf<GaslessClaim>

/** What became of a gasless claim. */
export type GaslessClaimResult =
  | { ok: true; txHash: Hash }
  | {
      ok: false
      error: GaslessClaimFault
      /** Of a transaction that was sent, where there is one. */
      txHash?: Hash | undefined
    }

/**
 * Why a claim has not paid.
 *
 * - `wrong_code`: found before anything was sent, so the count is the chain's own and unchanged, unless there is a `txHash`.
 * - `locked`: too many wrong codes; only the sender can help.
 * - `unavailable`: nobody can claim it any more, or it was never there.
 * - `unknown`: it may still land. Ask again, with a fresh signature: the claim is not sent twice.
 */
export type GaslessClaimFault =
  | { kind: 'wrong_code'; attemptsRemaining: number }
  | { kind: 'locked'; attemptsRemaining: 0 }
  | { kind: 'unavailable'; reason: 'not_pending' | 'expired' | 'unknown' }
  | { kind: 'unknown'; attemptsRemaining?: number | undefined }

/**
 * Reads the body of `POST /api/gasless-claim`.
 *
 * @throws {@link WireFormatError} and nothing else; it never repeats the code.
 * @example
 * const { transferId, code, salt } = decodeGaslessClaim(JSON.parse(text))
 */
export function decodeGaslessClaim(body: unknown): GaslessClaim {
  return readClaim(body, '')
}

/**
 * Writes the body of `POST /api/gasless-claim`, the exact inverse of {@link decodeGaslessClaim}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeGaslessClaim({ transferId: 42n, code, salt }))
 */
export function encodeGaslessClaim({ transferId, code, salt }: GaslessClaim): GaslessClaimBody {
  const body = { transferId: `${transferId}`, code, salt: typeof salt === 'string' ? lower(salt) : salt }
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
  const { ok } = asObject(body, '')
  return flag(ok, '/ok') ? readSuccess(body, '') : readFailure(body, '')
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

const lower = (hex: Hex) => hex.toLowerCase() as Hex

const positive: Read<bigint> = (value, at) => {
  const id = decimal(value, at)
  if (id === 0n) throw new WireFormatError(at, 'out_of_range')
  return id
}

const readClaim: Read<GaslessClaim> = /* @__PURE__ */ object({
  transferId: positive,
  // Whether it is a code is for the chain to say: a slip of the pen is a wrong code, not a malformed request.
  code: /* @__PURE__ */ text(/^[\x20-\x7e]{1,64}$/),
  salt: hash,
})

/** More than any contract of ours allows. */
const attempts = /* @__PURE__ */ integer(0, 255)
const kinds = /* @__PURE__ */ oneOf('wrong_code', 'locked', 'unavailable', 'unknown')

const readSuccess: Read<Extract<GaslessClaimResult, { ok: true }>> = /* @__PURE__ */ open({
  ok: /* @__PURE__ */ oneOf(true),
  txHash: hash,
})

const faults: { readonly [kind in GaslessClaimFault['kind']]: Read<Extract<GaslessClaimFault, { kind: kind }>> } = {
  wrong_code: /* @__PURE__ */ open({ kind: /* @__PURE__ */ oneOf('wrong_code'), attemptsRemaining: attempts }),
  locked: /* @__PURE__ */ open({
    kind: /* @__PURE__ */ oneOf('locked'),
    attemptsRemaining: /* @__PURE__ */ oneOf(0),
  }),
  unavailable: /* @__PURE__ */ open({
    kind: /* @__PURE__ */ oneOf('unavailable'),
    reason: /* @__PURE__ */ oneOf('not_pending', 'expired', 'unknown'),
  }),
  unknown: /* @__PURE__ */ open({ kind: /* @__PURE__ */ oneOf('unknown') }, { attemptsRemaining: attempts }),
}

const readFault: Read<GaslessClaimFault> = (value, at) =>
  faults[kinds(asObject(value, at).kind, `${at}/kind`)](value, at)

const readFailure: Read<Extract<GaslessClaimResult, { ok: false }>> = /* @__PURE__ */ open(
  { ok: /* @__PURE__ */ oneOf(false), error: readFault },
  { txHash: hash },
)
