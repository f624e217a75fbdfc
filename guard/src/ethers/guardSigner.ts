import {
  AbstractSigner,
  type Authorization,
  type AuthorizationRequest,
  type Provider,
  resolveAddress,
  Signature,
  type Signer,
  type TransactionRequest,
  type TransactionResponse,
  TypedDataEncoder,
  toQuantity,
} from 'ethers'
import { createMiddleware, type Middleware } from '../wrap/createMiddleware.js'
import type { GuardOptions } from '../wrap/GuardOptions.js'

/**
 * Puts the firewall in front of a signer of ethers 6: a transaction or typed data that would pay is judged before it is
 * signed or sent. An estimate is judged too, so that a refusal shows before a wallet opens.
 *
 * A refusal throws {@link GuardRpcError}; {@link refusalOf} finds the verdict in it. A name in `to` is resolved once, before the
 * judgement.
 *
 * ethers' `FallbackProvider` sends a transaction to all of its endpoints. With this signer a refused one is never signed.
 *
 * @param signer - For typed data it needs a provider, or a domain that names the chain.
 * @example
 * const guard = (signer: Parameters<typeof guardSigner>[0]) => guardSigner(signer, { checkOptions: { contacts: [recipient] } })
 */
export function guardSigner(signer: Signer, options: GuardOptions = {}): AbstractSigner {
  return new GuardedSigner(signer, options)
}

class GuardedSigner extends AbstractSigner {
  readonly #signer: Signer
  readonly #options: GuardOptions
  readonly #middleware: Middleware

  constructor(signer: Signer, options: GuardOptions) {
    super(signer.provider)
    this.#signer = signer
    this.#options = options
    this.#middleware = createMiddleware({ chainId: () => this.#chainId() }, options)
  }

  getAddress(): Promise<string> {
    return this.#signer.getAddress()
  }

  connect(provider: Provider | null): AbstractSigner {
    return new GuardedSigner(this.#signer.connect(provider), this.#options)
  }

  override async estimateGas(transaction: TransactionRequest): Promise<bigint> {
    return this.#judged('eth_estimateGas', transaction, (fixed) => this.#signer.estimateGas(fixed))
  }

  override async call(transaction: TransactionRequest): Promise<string> {
    return this.#judged('eth_call', transaction, (fixed) => this.#signer.call(fixed))
  }

  override async sendTransaction(transaction: TransactionRequest): Promise<TransactionResponse> {
    return this.#judged('eth_sendTransaction', transaction, (fixed) => this.#signer.sendTransaction(fixed))
  }

  async signTransaction(transaction: TransactionRequest): Promise<string> {
    return this.#judged('eth_signTransaction', transaction, (fixed) => this.#signer.signTransaction(fixed))
  }

  /** A text is not a transaction, and no contract takes it for one. */
  signMessage(message: string | Uint8Array): Promise<string> {
    return this.#signer.signMessage(message)
  }

  async signTypedData(...[domain, types, value]: Parameters<Signer['signTypedData']>): Promise<string> {
    // Names are resolved here, so that the payload that is judged is the one that is signed.
    const resolved = await TypedDataEncoder.resolveNames(domain, types, value, async (name) => {
      const address = await this.resolveName(name)
      if (address === null) throw new Error(`The name ${name} is not known.`)
      return address
    })
    // Made of texts and new objects, so no change of what was passed in reaches what is signed.
    const payload = TypedDataEncoder.getPayload(resolved.domain, types, resolved.value)
    const { EIP712Domain: _, ...own } = payload.types
    const request = { method: 'eth_signTypedData_v4', params: [await this.getAddress(), payload] }
    return this.#middleware(request, () => this.#signer.signTypedData(payload.domain, own, payload.message))
  }

  override async authorize(authorization: AuthorizationRequest): Promise<Authorization> {
    const fixed = await this.populateAuthorization(authorization)
    const { address, chainId, nonce } = fixed
    const delegate = {
      account: await this.getAddress(),
      address: await resolveAddress(address, this),
      ...(chainId != null && { chainId: toQuantity(chainId) }),
      ...(nonce != null && { nonce: toQuantity(nonce) }),
    }
    const request = { method: 'eth_signAuthorization', params: [delegate] }
    return this.#middleware(request, () => this.#signer.authorize({ ...fixed, address: delegate.address }))
  }

  async #judged<result>(
    method: string,
    transaction: TransactionRequest,
    forward: (transaction: TransactionRequest) => Promise<result>,
  ): Promise<result> {
    const populated = await this.populateCall(transaction)
    // Copies, so that no change of what was passed in reaches what is signed.
    const copied = populated.authorizationList?.map((one) => ({ ...one, signature: Signature.from(one.signature) }))
    const fixed = { ...populated, ...(copied && { authorizationList: copied }) }
    const { from, to, value, data, chainId, authorizationList } = fixed
    const call = {
      from,
      ...(to != null && { to }),
      ...(value != null && { value: toQuantity(value) }),
      ...(data != null && { data }),
      ...(chainId != null && { chainId: toQuantity(chainId) }),
      ...(authorizationList && { authorizationList: authorizationList.map(plainAuthorization) }),
    }
    return this.#middleware({ method, params: [call] }, () => forward(fixed))
  }

  async #chainId(): Promise<number> {
    if (!this.provider) throw new Error('The signer has no provider.')
    return Number((await this.provider.getNetwork()).chainId)
  }
}

/** In the form of a JSON-RPC parameter. */
function plainAuthorization({ address, chainId, nonce, signature }: Authorization) {
  const { r, s, yParity } = signature
  return { address, chainId: toQuantity(chainId), nonce: toQuantity(nonce), r, s, yParity: toQuantity(yParity) }
}
