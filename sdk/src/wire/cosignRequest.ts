import { metadata, optional, pipe, rawCheck } from 'valibot'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { cosignAuthMessage } from './cosignAuthMessage.js'
import { decode } from './internal/decode.js'
import {
  address,
  chainId,
  choice,
  decimal,
  decimalText,
  type Fields,
  fieldAt,
  hash,
  hexBetween,
  type Infer,
  integer,
  object,
  oneOf,
  refused,
  type Schema,
  uint40,
  unread,
} from './internal/fields.js'
import { write } from './internal/write.js'
import type { JsonOf } from './json.js'

const proof = /* @__PURE__ */ object({
  address,
  /** Unix milliseconds. */
  timestamp: /* @__PURE__ */ integer(1, Number.MAX_SAFE_INTEGER),
  /** 65 bytes, or 64 as in EIP-2098. */
  signature: /* @__PURE__ */ hexBetween(64, 65, '^0x(?:[0-9a-f]{2}){64,65}$'),
})

const policy = /* @__PURE__ */ object({
  token: address,
  cosigner: address,
  vaultHash: hash,
  target: address,
  maxAmount: decimalText,
  perPullMax: decimalText,
  /** Unix seconds. */
  expiry: uint40,
  /** Seconds. */
  interval: uint40,
  mode: /* @__PURE__ */ oneOf(0, 1),
})

/** @default PRIMARY_CHAIN_ID */
const optionalChainId = /* @__PURE__ */ optional(chainId)
const auth = /* @__PURE__ */ optional(proof)
/** The known address that the target resembles, as the owner accepts. Counts only with proof of the owner. */
const accept = /* @__PURE__ */ optional(address)

const precheck = /* @__PURE__ */ object({
  phase: /* @__PURE__ */ oneOf('precheck'),
  /** The wallet whose payment history the firewall reads. */
  owner: address,
  target: address,
  /** Base units. */
  amount: decimal,
  /** @default PRIMARY_CHAIN_ID */
  chainId: optionalChainId,
  auth,
})

const authorize = {
  phase: /* @__PURE__ */ optional(/* @__PURE__ */ oneOf('authorize'), 'authorize'),
  account: address,
  /** Base units. */
  amount: decimal,
  /** 0 pays, 1 pulls. */
  action: /* @__PURE__ */ oneOf(0, 1),
  /** @default PRIMARY_CHAIN_ID */
  chainId: optionalChainId,
  /** The box's bound owner; only a pull may leave it out. */
  owner: /* @__PURE__ */ optional(address),
  /** Whose payment history the firewall reads, if not the owner's. */
  payer: /* @__PURE__ */ optional(address),
  accept,
  auth,
}
/** What is claimed of the box is read from the chain. */
const claims = { target: unread, nonce: unread, remaining: unread, expiry: unread, now: unread }

const pays = /* @__PURE__ */ needsOwner(
  /* @__PURE__ */ object({ ...authorize, action: /* @__PURE__ */ oneOf(0), ...claims }),
)
const pulls = /* @__PURE__ */ object({ ...authorize, action: /* @__PURE__ */ oneOf(1), ...claims })

const counterfactual = /* @__PURE__ */ object({
  phase: /* @__PURE__ */ oneOf('counterfactual'),
  factory: address,
  /** keccak256 of the owner, padded to 32 bytes. */
  ownerHash: hash,
  /** 32 bytes, part of the box's address. */
  salt: hash,
  policy,
  /** Where the client expects the box. */
  box: address,
  /** The owner behind `ownerHash`. */
  owner: address,
  /** Base units. */
  amount: decimal,
  /** @default PRIMARY_CHAIN_ID */
  chainId: optionalChainId,
  /** Whose payment history the firewall reads, if not the owner's. */
  payer: /* @__PURE__ */ optional(address),
  accept,
  auth,
})

const bind = /* @__PURE__ */ object({
  phase: /* @__PURE__ */ oneOf('bind'),
  account: address,
  owner: address,
  payer: address,
  /** Unix seconds, at most the expiry of the box. */
  until: /* @__PURE__ */ integer(1, 2 ** 40 - 1),
  accept,
  auth: proof,
  /** @default PRIMARY_CHAIN_ID */
  chainId: optionalChainId,
})

/** The body of `POST /api/cosign`. */
export const cosignRequest = /* @__PURE__ */ choice(
  [precheck, pays, pulls, counterfactual, bind],
  ({ phase, action }) => {
    switch (phase) {
      case undefined:
      case 'authorize':
        return action === 1 ? pulls : pays
      case 'precheck':
        return precheck
      case 'counterfactual':
        return counterfactual
      case 'bind':
        return bind
      default:
        return refused('not_one_of', 'phase')
    }
  },
)

/** What a co-signer can be asked over HTTP. */
export type CosignRequest = CosignPrecheck | CosignAuthorize | CosignCounterfactual | CosignBind

/** Asks the firewall about a target. Nothing is signed. */
export type CosignPrecheck = Infer<typeof precheck>

/** Asks for the signature over one spend of a box. Everything else about it is read from the chain. */
export type CosignAuthorize = Infer<Fields<typeof authorize>>

/** Asks for the signature over the first payment of a box that need not exist yet. */
export type CosignCounterfactual = Infer<typeof counterfactual>

/** The owner's word that a payer's history counts for the pulls of a box until then. */
export type CosignBind = Infer<typeof bind>

/** The policy of a box in the fields its address commits to. Amounts stay decimal strings. */
export type CosignPolicy = Infer<typeof policy>

/** The owner's signature over `cosignAuthMessage`. */
export type CosignProof = Infer<typeof proof>

/** The body of `POST /api/cosign`. */
export type CosignRequestBody = JsonOf<CosignRequest>

/**
 * Reads the body of `POST /api/cosign`. A body without a phase asks to authorize; what it then claims of the box itself
 * (`target`, `nonce`, `remaining`, `expiry`, `now`) is dropped unread.
 *
 * @param body - Parsed JSON of any origin.
 * @returns Addresses checksummed; fields that are absent stay absent.
 * @throws {@link WireFormatError} and nothing else.
 * @example
 * const request = decodeCosignRequest(JSON.parse(text))
 * if (request.phase === 'authorize') console.log(request.account, request.amount)
 */
export function decodeCosignRequest(body: unknown): CosignRequest {
  return decode(cosignRequest, body)
}

/**
 * A request in the form in which {@link decodeCosignRequest} returns it.
 *
 * @throws {@link WireFormatError} when it could not be sent.
 */
export function normalizeCosignRequest(request: CosignRequest): CosignRequest {
  return decodeCosignRequest(write(request))
}

/**
 * Writes the body of `POST /api/cosign`, the exact inverse of {@link decodeCosignRequest}.
 *
 * @throws {@link WireFormatError} when it could not be read again.
 * @example
 * const body = encodeCosignRequest({ phase: 'precheck', owner, target, amount: 5_000_000n })
 * const text = JSON.stringify(body)
 */
export function encodeCosignRequest(request: CosignRequest): CosignRequestBody {
  return write(decodeCosignRequest(write(request)))
}

/**
 * Rebuilds, from a request, the text that its proof must be a signature over.
 *
 * @param proof - Who signs, and when: the request's `auth`, or the one that is to be made.
 * @example
 * const request = decodeCosignRequest(JSON.parse(text))
 * const message = cosignAuthMessageOf(request, { address: owner, timestamp: Date.now() })
 */
export function cosignAuthMessageOf(
  request: CosignRequest | Omit<CosignBind, 'auth'>,
  proof: Pick<CosignProof, 'address' | 'timestamp'>,
): string {
  const chain = request.chainId ?? PRIMARY_CHAIN_ID
  return cosignAuthMessage(proof.address, proof.timestamp, { chain, ...scopeOf(request) })
}

function scopeOf(request: CosignRequest | Omit<CosignBind, 'auth'>) {
  switch (request.phase) {
    case 'precheck':
      return { target: request.target, amount: request.amount }
    case 'authorize':
      return {
        account: request.account,
        payer: request.payer,
        amount: request.amount,
        action: request.action,
        accept: request.accept,
      }
    case 'counterfactual':
      return {
        account: request.box,
        payer: request.payer,
        target: request.policy.target,
        amount: request.amount,
        action: 0,
        accept: request.accept,
      } as const
    case 'bind':
      return {
        account: request.account,
        payer: request.payer,
        action: 1,
        until: request.until,
        accept: request.accept,
      } as const
  }
}

/** Only a pull may leave the owner out. A missing owner is found last, after the faults of all fields. */
function needsOwner<request extends { owner?: unknown }>(schema: Schema<request>): Schema<request> {
  return pipe(
    schema,
    rawCheck(({ dataset, addIssue }) => {
      if (dataset.typed && dataset.value.owner === undefined)
        addIssue({ message: 'required', path: [fieldAt('owner')] })
    }),
    metadata({ required: ['account', 'owner', 'amount', 'action'] }),
  )
}
