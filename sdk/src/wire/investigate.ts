import { optional } from 'valibot'
import type { RiskRuleCode } from '../errors/risk.js'
import { decode } from './internal/decode.js'
import {
  address,
  chainId,
  decimal,
  flag,
  hash,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  open,
  orNull,
  type Schema,
  sentence,
  text,
} from './internal/fields.js'
import { write } from './internal/write.js'
import type { JsonOf } from './json.js'

/** The body of `POST /api/investigate`. */
export const investigate = /* @__PURE__ */ object({
  sender: address,
  target: address,
  /** @default PRIMARY_CHAIN_ID */
  chainId: /* @__PURE__ */ optional(chainId),
})

const count = /* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)
const level = /* @__PURE__ */ oneOf('safe', 'warning', 'block')

const reason = /* @__PURE__ */ open({
  // A newer service may know more rules than this table's reader.
  code: /* @__PURE__ */ text(/^[A-Z][A-Z0-9_]{0,63}$/) as Schema<RiskRuleCode>,
  severity: level,
  message: sentence,
  lookalikeOf: /* @__PURE__ */ optional(address),
  /** Further addresses that the sender knows well and the target resembles. */
  alsoLike: /* @__PURE__ */ optional(/* @__PURE__ */ list(10_000, address)),
  count: /* @__PURE__ */ optional(count),
  sources: /* @__PURE__ */ optional(/* @__PURE__ */ list(32, sentence)),
  transactionHashes: /* @__PURE__ */ optional(/* @__PURE__ */ list(32, hash)),
  matched: /* @__PURE__ */ optional(/* @__PURE__ */ open({ prefix: count, suffix: count })),
  /** How well the sender knows `lookalikeOf`. */
  strength: /* @__PURE__ */ optional(/* @__PURE__ */ oneOf('strong', 'weak', 'soft')),
  /** The sender knows target and `lookalikeOf` equally well. */
  undecided: /* @__PURE__ */ optional(/* @__PURE__ */ oneOf(true)),
})

const dossier = /* @__PURE__ */ open({
  target: address,
  chainId: /* @__PURE__ */ orNull(chainId),
  isContract: /* @__PURE__ */ orNull(flag),
  /** An ordinary account that has delegated to code (EIP-7702). */
  isDelegated: /* @__PURE__ */ orNull(flag),
  /** Transactions sent or received, at least. */
  transactionCount: /* @__PURE__ */ orNull(count),
  /** ISO 8601; `null` also where no use is known. */
  firstSeenAt: /* @__PURE__ */ orNull(
    /* @__PURE__ */ text(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$/),
  ),
  /** In base units. */
  usdcBalance: /* @__PURE__ */ orNull(decimal),
  /** Payees of the sender that resemble the target; what they share is counted in characters after `0x`. */
  nearMisses: /* @__PURE__ */ orNull(
    /* @__PURE__ */ list(
      10_000,
      /* @__PURE__ */ open({ counterparty: address, sharedPrefix: count, sharedSuffix: count }),
    ),
  ),
  /** Names of the fields that could not be found out, or not in full. */
  missing: /* @__PURE__ */ list(32, /* @__PURE__ */ text(/^[A-Za-z][A-Za-z0-9_ -]{0,63}$/)),
})

/** The answer of `POST /api/investigate`. */
export const investigation = /* @__PURE__ */ open({
  rule: /* @__PURE__ */ open({ level, reasons: /* @__PURE__ */ list(1_000, reason) }),
  /** `null` when no model has answered. Never milder than the rules. */
  advisory: /* @__PURE__ */ orNull(
    /* @__PURE__ */ open({ level, headline: sentence, points: /* @__PURE__ */ list(16, sentence) }),
  ),
  /** Facts that no rule looks at; `null` when they could not be gathered. */
  dossier: /* @__PURE__ */ orNull(dossier),
  /** `off`: there is no model. `budget`: its day is used up. `ran`: it was asked, whether or not it had an answer. */
  deep: /* @__PURE__ */ oneOf('off', 'budget', 'ran'),
})

/** Asks for a second opinion on a payment. */
export type Investigate = Infer<typeof investigate>

/** The body of `POST /api/investigate`. */
export type InvestigateBody = JsonOf<Investigate>

/** The second opinion. The payment is never better than `rule.level`, whatever the rest says. */
export type Investigation = Infer<typeof investigation>

/** Facts about a target. `null` is unknown, and named in `missing`. */
export type InvestigationDossier = Infer<typeof dossier>

/** The answer of `POST /api/investigate` as JSON. */
export type InvestigationBody = JsonOf<Investigation>

/**
 * Reads the body of `POST /api/investigate`.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { sender, target } = decodeInvestigate(JSON.parse(text))
 */
export function decodeInvestigate(body: unknown): Investigate {
  return decode(investigate, body)
}

/**
 * Writes the body of `POST /api/investigate`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeInvestigate({ sender, target }))
 */
export function encodeInvestigate({ chainId, sender, target }: Investigate): InvestigateBody {
  return decode(investigate, { sender, target, chainId })
}

/**
 * Reads the answer of `POST /api/investigate`. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { rule, advisory } = decodeInvestigation(await response.json())
 */
export function decodeInvestigation(body: unknown): Investigation {
  return decode(investigation, body)
}

/**
 * Writes the answer of `POST /api/investigate`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeInvestigation({ rule: { level: 'safe', reasons: [] }, advisory: null, dossier: null, deep: 'off' })
 */
export function encodeInvestigation(opinion: Investigation): InvestigationBody {
  const body = write(opinion)
  decode(investigation, body)
  return body
}
