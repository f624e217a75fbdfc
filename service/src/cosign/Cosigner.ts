import type { CosignRequest, CosignSignatureBody, CosignVerdictBody } from '@holdfast/sdk/wire'
import type { Address } from 'viem'

/** Holds the second key of boxes: signs a spend, or says why not. */
export type Cosigner = {
  /** What boxes have to name as their co-signer. */
  readonly address: Address
  /**
   * Judges a request. Whatever is in doubt is a veto; an error means that nothing was signed.
   *
   * @param request - As `decodeCosignRequest` returns it, of a chain that is served.
   */
  judge: (request: CosignRequest, options?: { signal?: AbortSignal | undefined }) => Promise<CosignResult>
  /** Deletes bindings that have ended; also done every minute. */
  purge: () => Promise<void>
}

/** What a request is answered with. */
export type CosignResult = CosignVerdictBody | CosignSignatureBody
