import { optional } from 'valibot'
import { decode } from './internal/decode.js'
import { choice, hexBetween, type Infer, list, oneOf, open, sentence, text, word } from './internal/fields.js'
import { write } from './internal/write.js'

// A contract that co-signs has a form of its own.
const signature = /* @__PURE__ */ hexBetween(1, 4096, '^0x[0-9a-f]{130}$')

const verdict = /* @__PURE__ */ open({ approved: /* @__PURE__ */ oneOf(true) })
const signed = /* @__PURE__ */ open({ approved: /* @__PURE__ */ oneOf(true), signature })

/** A veto of any co-signer: one of another operator need not name a code. */
const veto = /* @__PURE__ */ open({
  approved: /* @__PURE__ */ oneOf(false),
  /** English. */
  reason: sentence,
  code: /* @__PURE__ */ optional(word),
  /** Rule codes of the firewall. */
  riskReasons: /* @__PURE__ */ optional(
    /* @__PURE__ */ list(50, /* @__PURE__ */ text(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]{1,100}$/u)),
  ),
})

const verdictResult = /* @__PURE__ */ choice([verdict, veto], ({ approved }) => (approved === false ? veto : verdict))
const signatureResult = /* @__PURE__ */ choice([signed, veto], ({ approved }) => (approved === false ? veto : signed))

/** The answer of `POST /api/cosign`, as the service of this version writes it: a veto always names its code. */
export const cosignResult = /* @__PURE__ */ choice(
  [
    /* @__PURE__ */ open({ approved: /* @__PURE__ */ oneOf(true), signature: /* @__PURE__ */ optional(signature) }),
    /* @__PURE__ */ open({ ...veto.entries, code: word }),
  ],
  ({ approved }, [approval, refusal]) => (approved === false ? refusal : approval),
)

type AnyVeto = Infer<typeof veto>

/** A signature that was withheld, as the service says it. The code may be newer than the reader's table. */
export type CosignVetoBody = AnyVeto & { code: string }

/** The answer to a precheck, or to a binding. */
export type CosignVerdictBody = Infer<typeof verdict> | CosignVetoBody

/** The answer to a request for a signature. */
export type CosignSignatureBody = Infer<typeof signed> | CosignVetoBody

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
  // The same fields, in the order of the schema.
  return decode('signature' in given ? signatureResult : verdictResult, write(given)) as result
}

/**
 * Reads the answer to a precheck or a binding. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { approved } = decodeCosignVerdict(JSON.parse(text))
 */
export function decodeCosignVerdict(body: unknown): CosignVerdictBody | AnyVeto {
  return decode(verdictResult, body)
}

/**
 * Reads the answer to a request for a signature. An approval without one is malformed.
 *
 * @returns The signature as it came: who made it, and over what, is for the reader to find out.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const result = decodeCosignSignature(JSON.parse(text))
 * if (result.approved) console.log(result.signature)
 */
export function decodeCosignSignature(body: unknown): CosignSignatureBody | AnyVeto {
  return decode(signatureResult, body)
}
