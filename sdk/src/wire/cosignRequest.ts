import type { BoxPolicy } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { WireFormatError } from '../errors/wire.js'
import { cosignAuthMessage } from './cosignAuthMessage.js'
import {
  address,
  asObject,
  chainId,
  decimal,
  decimalText,
  hash,
  hex,
  integer,
  object,
  oneOf,
  type Read,
  uint40,
} from './internal/fields.js'
import type { JsonOf } from './json.js'

/** What a co-signer can be asked over HTTP. */
export type CosignRequest = CosignPrecheck | CosignAuthorize | CosignCounterfactual | CosignBind

/** Asks the firewall about a target. Nothing is signed. */
export type CosignPrecheck = {
  phase: 'precheck'
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  /** The wallet whose history counts. */
  owner: Address
  target: Address
  /** Base units. */
  amount: bigint
  auth?: CosignProof | undefined
}

/** Asks for the signature over one spend of a box. Everything else about it is read from the chain. */
export type CosignAuthorize = {
  phase: 'authorize'
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  account: Address
  /** The box's bound owner; only a pull may leave it out. */
  owner?: Address | undefined
  /** Whose history counts, where it is not the owner's own. */
  payer?: Address | undefined
  /** Base units. */
  amount: bigint
  /** 0 pays, 1 pulls. */
  action: 0 | 1
  auth?: CosignProof | undefined
}

/** Asks for the signature over the first payment of a box that need not exist yet. */
export type CosignCounterfactual = {
  phase: 'counterfactual'
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  factory: Address
  /** keccak256 of the owner, padded to 32 bytes. */
  ownerHash: Hex
  /** 32 bytes, part of the box's address. */
  salt: Hex
  policy: CosignPolicy
  /** Where the client expects the box. */
  box: Address
  /** The owner behind `ownerHash`. */
  owner: Address
  /** Whose history counts, where it is not the owner's own. */
  payer?: Address | undefined
  /** Base units. */
  amount: bigint
  auth?: CosignProof | undefined
}

/** The owner's word that a payer's history counts for the pulls of a box until then. */
export type CosignBind = {
  phase: 'bind'
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  account: Address
  owner: Address
  payer: Address
  /** Unix seconds, at most the expiry of the box. */
  until: number
  auth: CosignProof
}

/** The policy of a box in the fields its address commits to. Amounts stay decimal strings. */
export type CosignPolicy = JsonOf<BoxPolicy & { mode: 0 | 1 }>

/** The owner's signature over `cosignAuthMessage`. */
export type CosignProof = {
  address: Address
  /** Unix milliseconds. */
  timestamp: number
  /** 65 bytes, or 64 as in EIP-2098. */
  signature: Hex
}

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
  const { phase = 'authorize' } = asObject(body, '')
  const read = readers[phases(phase, '/phase')]
  return read(body, '')
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
 * Rebuilds, from a request, the text that its proof has to be a signature over.
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
      return { account: request.account, payer: request.payer, amount: request.amount, action: request.action }
    case 'counterfactual':
      return {
        account: request.box,
        payer: request.payer,
        target: request.policy.target,
        amount: request.amount,
        action: 0,
      } as const
    case 'bind':
      return { account: request.account, payer: request.payer, action: 1, until: request.until } as const
  }
}

const proof: Read<CosignProof> = /* @__PURE__ */ object({
  address,
  timestamp: /* @__PURE__ */ integer(1, Number.MAX_SAFE_INTEGER),
  signature: /* @__PURE__ */ hex(64, 65),
})

const policy: Read<CosignPolicy> = /* @__PURE__ */ object({
  token: address,
  cosigner: address,
  vaultHash: hash,
  target: address,
  maxAmount: decimalText,
  perPullMax: decimalText,
  expiry: uint40,
  interval: uint40,
  mode: /* @__PURE__ */ oneOf(0, 1),
})

const phases = /* @__PURE__ */ oneOf('precheck', 'authorize', 'counterfactual', 'bind')

const readers: { readonly [phase in CosignRequest['phase']]: Read<Extract<CosignRequest, { phase: phase }>> } = {
  precheck: /* @__PURE__ */ object(
    { phase: /* @__PURE__ */ oneOf('precheck'), owner: address, target: address, amount: decimal },
    { chainId, auth: proof },
  ),
  authorize: (body, at) => {
    const request = readAuthorize({ phase: 'authorize', ...asObject(body, at) }, at)
    if (request.action === 0 && request.owner === undefined) throw new WireFormatError(`${at}/owner`, 'required')
    return request
  },
  counterfactual: /* @__PURE__ */ object(
    {
      phase: /* @__PURE__ */ oneOf('counterfactual'),
      factory: address,
      ownerHash: hash,
      salt: hash,
      policy,
      box: address,
      owner: address,
      amount: decimal,
    },
    { chainId, payer: address, auth: proof },
  ),
  bind: /* @__PURE__ */ object(
    {
      phase: /* @__PURE__ */ oneOf('bind'),
      account: address,
      owner: address,
      payer: address,
      until: /* @__PURE__ */ integer(1, 2 ** 40 - 1),
      auth: proof,
    },
    { chainId },
  ),
}

const readAuthorize: Read<CosignAuthorize> = /* @__PURE__ */ object(
  {
    phase: /* @__PURE__ */ oneOf('authorize'),
    account: address,
    amount: decimal,
    action: /* @__PURE__ */ oneOf(0, 1),
  },
  { chainId, owner: address, payer: address, auth: proof },
  ['target', 'nonce', 'remaining', 'expiry', 'now'],
)

/** Hex goes out in lower case, whatever made it; what is no value of its kind is left for the reader to refuse. */
function write<request extends object>(request: request): JsonOf<request> {
  const written = Object.entries(request).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (typeof value === 'bigint') return [[key, value.toString()]]
    if (typeof value === 'object' && value !== null) return [[key, write(value)]]
    return [[key, isHash(key) && typeof value === 'string' ? value.toLowerCase() : value]]
  })
  return Object.fromEntries(written)
}

function isHash(key: string): boolean {
  return key === 'signature' || key === 'salt' || key === 'ownerHash' || key === 'vaultHash'
}
