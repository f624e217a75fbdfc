import type { CosignRequest, CosignSignatureBody, CosignVerdictBody } from '@holdfast/sdk/wire'
import type { Address } from 'viem'

/** Holds the second key of boxes: signs a spend, or returns a veto with its reason. */
export type Cosigner = {
  /** The address that boxes name as their co-signer. */
  readonly address: Address
  /**
   * Judges a request. Any uncertainty results in a veto; an error means that nothing was signed.
   *
   * @throws `SignatureLimitError` when the caller's network, or the owner, has had too many signatures that cost nothing.
   * @param request - As `decodeCosignRequest` returns it, of a chain that is served.
   */
  judge: (
    request: CosignRequest,
    options?: { signal?: AbortSignal | undefined; network?: string | undefined },
  ) => Promise<CosignResult>
  /** Deletes bindings that have ended; also done every minute. */
  purge: () => Promise<void>
}

/** The answer to a request. */
export type CosignResult = CosignVerdictBody | CosignSignatureBody
