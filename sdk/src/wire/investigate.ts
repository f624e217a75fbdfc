import type { Address } from 'viem'
import type { RiskLevel, RiskReason, RiskRuleCode } from '../errors/risk.js'
import {
  address,
  chainId,
  decimal,
  flag,
  hash,
  integer,
  list,
  object,
  oneOf,
  open,
  orNull,
  type Read,
  sentence,
  text,
} from './internal/fields.js'
import type { JsonOf } from './json.js'

/** Asks for a second opinion on a payment. */
export type Investigate = {
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  sender: Address
  target: Address
}

/** The body of `POST /api/investigate`. */
export type InvestigateBody = JsonOf<Investigate>

/** The second opinion. The payment is never better than `rule.level`, whatever else stands here. */
export type Investigation = {
  rule: { level: RiskLevel; reasons: readonly RiskReason[] }
  /** `null` when no model has spoken. Never milder than the rules. */
  advisory: { level: RiskLevel; headline: string; points: readonly string[] } | null
  /** Facts that no rule looks at; `null` when they could not be gathered. */
  dossier: InvestigationDossier | null
  /** `off`: there is no model. `budget`: its day is used up. `ran`: it was asked, whether or not it had an answer. */
  deep: 'off' | 'budget' | 'ran'
}

/** Facts about a target. `null` is unknown, and named in `missing`. */
export type InvestigationDossier = {
  target: Address
  chainId: number | null
  isContract: boolean | null
  /** An ordinary account that has lent itself code (EIP-7702). */
  isDelegated: boolean | null
  /** Transactions sent or received, at least. */
  transactionCount: number | null
  /** ISO 8601; `null` also where no use is known. */
  firstSeenAt: string | null
  /** In base units. */
  usdcBalance: bigint | null
  /** Payees of the sender that look a little like the target; what they share is counted in characters behind `0x`. */
  nearMisses: readonly { counterparty: Address; sharedPrefix: number; sharedSuffix: number }[] | null
  /** Names of the fields that could not be found out, or not in full. */
  missing: readonly string[]
}

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
  return readInvestigate(body, '')
}

/**
 * Writes the body of `POST /api/investigate`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = JSON.stringify(encodeInvestigate({ sender, target }))
 */
export function encodeInvestigate({ chainId, sender, target }: Investigate): InvestigateBody {
  return readInvestigate({ chainId, sender, target }, '') as InvestigateBody
}

/**
 * Reads the answer of `POST /api/investigate`. Keys it does not know are dropped: a service may be newer.
 *
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const { rule, advisory } = decodeInvestigation(await response.json())
 */
export function decodeInvestigation(body: unknown): Investigation {
  return readInvestigation(body, '')
}

/**
 * Writes the answer of `POST /api/investigate`.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * encodeInvestigation({ rule: { level: 'safe', reasons: [] }, advisory: null, dossier: null, deep: 'off' })
 */
export function encodeInvestigation(investigation: Investigation): InvestigationBody {
  const { dossier } = investigation
  const usdcBalance = dossier === null || dossier.usdcBalance === null ? null : `${dossier.usdcBalance}`
  const body = { ...investigation, dossier: dossier && { ...dossier, usdcBalance } } as InvestigationBody
  decodeInvestigation(body)
  return body
}

const count = /* @__PURE__ */ integer(0, Number.MAX_SAFE_INTEGER)
const level = /* @__PURE__ */ oneOf('safe', 'warning', 'block')
const source = /* @__PURE__ */ text(/^[A-Za-z][A-Za-z0-9_ -]{0,63}$/)

const readInvestigate: Read<Investigate> = /* @__PURE__ */ object({ sender: address, target: address }, { chainId })

const reason: Read<RiskReason> = /* @__PURE__ */ open(
  {
    // A newer service may know more rules than this table's reader.
    code: /* @__PURE__ */ text(/^[A-Z][A-Z0-9_]{0,63}$/) as Read<RiskRuleCode>,
    severity: level,
    message: sentence,
  },
  {
    lookalikeOf: address,
    count,
    sources: /* @__PURE__ */ list(32, sentence),
    transactionHashes: /* @__PURE__ */ list(32, hash),
    matched: /* @__PURE__ */ open({ prefix: count, suffix: count }),
  },
)

const readInvestigation: Read<Investigation> = /* @__PURE__ */ open({
  rule: /* @__PURE__ */ open({ level, reasons: /* @__PURE__ */ list(1_000, reason) }),
  advisory: /* @__PURE__ */ orNull(
    /* @__PURE__ */ open({ level, headline: sentence, points: /* @__PURE__ */ list(16, sentence) }),
  ),
  dossier: /* @__PURE__ */ orNull(
    /* @__PURE__ */ open({
      target: address,
      chainId: /* @__PURE__ */ orNull(chainId),
      isContract: /* @__PURE__ */ orNull(flag),
      isDelegated: /* @__PURE__ */ orNull(flag),
      transactionCount: /* @__PURE__ */ orNull(count),
      firstSeenAt: /* @__PURE__ */ orNull(
        /* @__PURE__ */ text(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$/),
      ),
      usdcBalance: /* @__PURE__ */ orNull(decimal),
      nearMisses: /* @__PURE__ */ orNull(
        /* @__PURE__ */ list(
          10_000,
          /* @__PURE__ */ open({ counterparty: address, sharedPrefix: count, sharedSuffix: count }),
        ),
      ),
      missing: /* @__PURE__ */ list(32, source),
    }),
  ),
  deep: /* @__PURE__ */ oneOf('off', 'budget', 'ran'),
})
