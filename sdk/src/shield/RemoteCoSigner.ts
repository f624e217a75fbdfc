import { type Address, type Hex, hashMessage } from 'viem'
import { parseParty } from '../chain/address.js'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { withoutSecrets } from '../chain/failure.js'
import { requestJson } from '../chain/http/requestJson.js'
import { askWallet } from '../chain/transaction/askWallet.js'
import { InvalidInputError } from '../errors/input.js'
import {
  type CosignBind,
  type CosignProof,
  type CosignRequest,
  cosignAuthMessageOf,
  encodeCosignRequest,
} from '../wire/cosignRequest.js'
import { decodeCosignSignature, decodeCosignVerdict } from '../wire/cosignResult.js'
import type {
  AuthorizeRequest,
  AuthorizeResult,
  CosignVeto,
  CounterfactualCoSigner,
  CounterfactualRequest,
  PrecheckRequest,
  PrecheckResult,
} from './coSigner.js'
import {
  authorizeOf,
  counterfactualOf,
  firstSpendOf,
  precheckOf,
  spendOf,
  withoutOwnPayer,
} from './internal/cosignRequests.js'
import { recoverSigner } from './internal/recoverSigner.js'
import { veto } from './internal/veto.js'
import { type SpendDigestParams, spendDigest } from './spendDigest.js'

/**
 * A co-signer behind the service's co-sign route.
 *
 * Only what the service cannot read from the chain goes over. Its answer is not believed: a signature must be by
 * `address` over exactly the spend that was asked for. A service that is down, slow, confused or hostile is a value with a
 * code of its own (`cosigner_unavailable`, `cosigner_garbled`, `cosigner_mismatch`), like a veto.
 *
 * @example
 * const cosigner = new RemoteCoSigner('https://pay.example.com/api/cosign', cosignerAddress)
 * const result = await cosigner.authorize(request)
 * if (!result.approved) console.log(result.code, result.reason)
 */
export class RemoteCoSigner implements CounterfactualCoSigner {
  readonly address: Address
  readonly #endpoint: string
  readonly #fetch: typeof fetch | undefined
  readonly #auth: RemoteCoSignerAuth | undefined
  readonly #options: RemoteCoSignerOptions

  /**
   * @param endpoint - URL of the whole route; in a browser also relative to the page.
   * @param address - What boxes name as their co-signer; the service tells it to a GET of the same route.
   * @param fetchImpl - Looked up at call time where it is not given.
   * @param auth - Proves who is asking, wherever its address is the owner that a request names.
   * @throws {@link InvalidInputError} when the endpoint is not a URL, or carries a password; {@link InvalidAddressError}.
   */
  constructor(
    endpoint: string,
    address: Address,
    fetchImpl?: typeof fetch,
    auth?: RemoteCoSignerAuth,
    options: RemoteCoSignerOptions = {},
  ) {
    this.#endpoint = parseEndpoint(endpoint)
    this.address = parseParty('address', address)
    this.#fetch = fetchImpl
    this.#auth = auth && { address: parseParty('auth', auth.address), sign: (message) => auth.sign(message) }
    this.#options = options
  }

  /**
   * Asks the service's firewall about a target. Nothing is signed by it.
   *
   * @throws What {@link RemoteCoSigner.authorize} throws.
   */
  async precheck(request: PrecheckRequest, { signal }: CosignOptions = {}): Promise<PrecheckResult> {
    const asked = precheckOf(request, this.#options.chainId ?? PRIMARY_CHAIN_ID)
    // What the decoder returns is an approval or a veto.
    return this.#ask(await this.#withProof(asked, signal), decodeCosignVerdict, signal) as Promise<PrecheckResult>
  }

  /**
   * Asks for the signature over one spend of a box. A target that pulls from a box whose owner has bound a payer need not name
   * the owner.
   *
   * @throws Before anything is sent: {@link WireFormatError} when the request is malformed,
   *   `SignatureDeclinedError`, `WalletSilentError` and {@link InvalidInputError} when `auth` gives no proof. Later only the
   *   reason of `signal`.
   */
  async authorize(request: AuthorizeRequest, { signal }: CosignOptions = {}): Promise<AuthorizeResult> {
    const given = authorizeOf(request)
    const spend = spendOf(given, request)
    const asked = await this.#withProof(given, signal)
    return this.#verified(await this.#ask(asked, decodeCosignSignature, signal), spend)
  }

  /**
   * Asks for the signature over the first payment of a box that need not exist yet.
   *
   * @throws What {@link RemoteCoSigner.authorize} throws.
   */
  async authorizeCounterfactual(
    request: CounterfactualRequest,
    { signal }: CosignOptions = {},
  ): Promise<AuthorizeResult> {
    const given = counterfactualOf(request)
    const spend = firstSpendOf(given, request.chainId)
    const asked = await this.#withProof(given, signal)
    return this.#verified(await this.#ask(asked, decodeCosignSignature, signal), spend)
  }

  /**
   * Makes the service read a payer's history for the pulls of a box until then, so that they need no signature of the
   * owner's any more. Of two bindings the one signed later counts.
   *
   * @throws {@link InvalidInputError} without `auth`, or where it is not the owner's; else what
   *   {@link RemoteCoSigner.authorize} throws.
   * @example
   * await cosigner.bind({ account: box, payer, until: policy.expiry })
   */
  async bind(request: BindRequest, { signal }: CosignOptions = {}): Promise<PrecheckResult> {
    const { chainId = PRIMARY_CHAIN_ID, account, payer, until, accept } = request
    const signer = this.#auth?.address
    if (signer === undefined)
      throw new InvalidInputError('auth', 'Only the owner of a box can bind a payer: `auth` is missing.')
    const owner = parseParty('owner', request.owner ?? signer)
    if (owner !== signer) throw new InvalidInputError('owner', `The owner ${owner} is not who signs here, ${signer}.`)
    const asked = await this.#withProof({ phase: 'bind', chainId, account, owner, payer, until, accept }, signal)
    // With its proof; as above.
    return this.#ask(asked as CosignBind, decodeCosignVerdict, signal) as Promise<PrecheckResult>
  }

  /** Adds the proof, where it is the owner who can give it and the caller has brought none. */
  async #withProof(
    request: CosignRequest | Omit<CosignBind, 'auth'>,
    signal: AbortSignal | undefined,
  ): Promise<CosignRequest> {
    // What is missing is the proof, which is added here.
    const given = request as CosignRequest
    const owner = given.owner === undefined ? undefined : parseParty('owner', given.owner)
    if (this.#auth === undefined || given.auth !== undefined || owner !== this.#auth.address)
      return withoutOwnPayer(given)
    const proof = { address: this.#auth.address, timestamp: Date.now() }
    // Whatever is malformed is refused before a signature is asked for.
    encodeCosignRequest({ ...given, auth: { ...proof, signature: emptySignature } })
    const signature = await sign(this.#auth, cosignAuthMessageOf(request, proof), signal)
    return { ...given, auth: { ...proof, signature } satisfies CosignProof }
  }

  async #ask<result extends { approved: boolean }>(
    request: CosignRequest,
    decode: (body: unknown) => result,
    signal: AbortSignal | undefined,
  ): Promise<result | CosignVeto> {
    const { timeoutMs = 15_000, maxResponseBytes = 65_536 } = this.#options
    const body = JSON.stringify(encodeCosignRequest(request))
    const options = { body, fetchFn: this.#fetch, timeoutMs, maxResponseBytes, signal, tries: 2 }
    const answer = await requestJson(this.#endpoint, options)
    if (!('status' in answer) || answer.status !== 200) return veto('cosigner_unavailable')
    if (answer.kind !== 'answered') return veto('cosigner_garbled')
    try {
      return decode(answer.body)
    } catch {
      return veto('cosigner_garbled')
    }
  }

  #verified(result: AuthorizeResult, spend: SpendDigestParams): AuthorizeResult {
    if (!result.approved || this.#options.isContract === true) return result
    const signer = recoverSigner(spendDigest(spend), result.signature, 'contract')
    return signer === this.address ? result : veto('cosigner_mismatch')
  }
}

/** The owner of a box, who proves to the service that it is the owner who asks. */
export type RemoteCoSignerAuth = {
  address: Address
  /** Signs a text as EIP-191 has it, with the owner's key: 65 bytes, or 64 as in EIP-2098. */
  sign: (message: string) => Promise<Hex> | Hex
}

/** How a {@link RemoteCoSigner} asks. */
export type RemoteCoSignerOptions = {
  /** Chain of the payments that {@link RemoteCoSigner.precheck} is about.
   * @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  /** Limit of one question, a second try included.
   * @default 15000 */
  timeoutMs?: number | undefined
  /** A longer answer is malformed.
   * @default 65536 */
  maxResponseBytes?: number | undefined
  /**
   * The co-signer is a contract (ERC-1271). Its signatures are handed on unjudged: only the chain can judge them, and the
   * functions that settle a payment ask it.
   * @default false
   */
  isContract?: boolean | undefined
}

/** How one question is asked. */
export type CosignOptions = {
  /** Gives the question up. */
  signal?: AbortSignal | undefined
}

/** Whose history is to count for the pulls of a box. */
export type BindRequest = {
  /** @default PRIMARY_CHAIN_ID */
  chainId?: number | undefined
  account: Address
  /** The box's bound owner, who signs.
   * @default the address of `auth` */
  owner?: Address | undefined
  payer: Address
  /** Unix seconds, at most the expiry of the box. */
  until: number
  /** As in a {@link SpendRequest}, for the pulls of the box until then. */
  accept?: Address | undefined
}

const emptySignature: Hex = `0x${'00'.repeat(65)}`

async function sign(auth: RemoteCoSignerAuth, message: string, signal: AbortSignal | undefined): Promise<Hex> {
  const attempted = 'proving to the co-signer who is asking'
  const refused = (error: unknown) =>
    new InvalidInputError('auth', 'The `auth` could not sign who is asking.', [withoutSecrets(error).message])
  const signature = await askWallet(async () => auth.sign(message), { attempted, sends: false, refused }, { signal })
  if (recoverSigner(hashMessage(message), signature, 'wallet') !== auth.address)
    throw new InvalidInputError('auth', `The \`auth\` gave a signature that is not by the key of ${auth.address}.`)
  return signature
}

function parseEndpoint(endpoint: string): string {
  const url = findUrl(endpoint)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new InvalidInputError('endpoint', 'The endpoint of the co-signer is not an http(s) URL without a password.')
  return url.href
}

function findUrl(endpoint: string): URL | undefined {
  try {
    // Only browsers have one.
    return new URL(endpoint, (globalThis as { location?: { href?: string } }).location?.href)
  } catch {
    return undefined
  }
}
