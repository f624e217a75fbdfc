import type { Hex } from 'viem'
import { asObject, hex, list, oneOf, open, type Read, sentence, text, word } from './internal/fields.js'

/** A signature that was withheld, as the service says it. The code may be newer than the reader's table. */
export type CosignVetoBody = {
  approved: false
  code: string
  /** English. */
  reason: string
  /** Rule codes of the firewall. */
  riskReasons?: readonly string[] | undefined
}

/** The answer to a precheck, or to a binding. */
export type CosignVerdictBody = { approved: true } | CosignVetoBody

/** The answer to a request for a signature. */
export type CosignSignatureBody = { approved: true; signature: Hex } | CosignVetoBody

/**
 * Writes an answer of `POST /api/cosign`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = encodeCosignResult({ approved: false, code: 'expired', reason: COSIGN_VETOES.expired })
 */
export function encodeCosignResult<result extends CosignVerdictBody | CosignSignatureBody | AnyVeto>(
  result: result,
): result {
  const given: CosignVerdictBody | CosignSignatureBody | AnyVeto = result
  if (!given.approved) return readVeto(given, '') as result
  if (!('signature' in given)) return readVerdict(given, '') as result
  const { approved, signature } = given
  return readSignature({ approved, signature: String(signature).toLowerCase() }, '') as result
}

/**
 * Reads the answer to a precheck or a binding. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { approved } = decodeCosignVerdict(JSON.parse(text))
 */
export function decodeCosignVerdict(body: unknown): CosignVerdictBody | AnyVeto {
  return isVeto(body) ? readVeto(body, '') : readVerdict(body, '')
}

/**
 * Reads the answer to a request for a signature. An approval without one is none.
 *
 * @returns The signature as it came: who made it, and over what, is for the reader to find out.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const result = decodeCosignSignature(JSON.parse(text))
 * if (result.approved) console.log(result.signature)
 */
export function decodeCosignSignature(body: unknown): CosignSignatureBody | AnyVeto {
  return isVeto(body) ? readVeto(body, '') : readSignature(body, '')
}

/** A veto of whatever co-signer: one of somebody else's need not name a code. */
type AnyVeto = Omit<CosignVetoBody, 'code'> & { code?: string | undefined }

function isVeto(body: unknown): boolean {
  return asObject(body, '').approved === false
}

const readVerdict: Read<{ approved: true }> = /* @__PURE__ */ open({ approved: /* @__PURE__ */ oneOf(true) })

const readSignature: Read<{ approved: true; signature: Hex }> = /* @__PURE__ */ open({
  approved: /* @__PURE__ */ oneOf(true),
  // A contract that co-signs has a form of its own.
  signature: /* @__PURE__ */ hex(1, 4096),
})

const readVeto: Read<AnyVeto> = /* @__PURE__ */ open(
  { approved: /* @__PURE__ */ oneOf(false), reason: sentence },
  {
    code: word,
    riskReasons: /* @__PURE__ */ list(50, /* @__PURE__ */ text(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]{1,100}$/u)),
  },
)
