import type { CoSigner } from '@holdfast/sdk/shield'
import type { Cosigner } from '../cosign/Cosigner.js'

/**
 * The co-signer that signs the pulls of the keeper (payments out of a box to its target): a `RemoteCoSigner`, or the one of this
 * process.
 */
export type KeeperCosigner = Pick<CoSigner, 'address' | 'authorize'>

/** The co-signer of this process. It reads the chain itself, so only the spend is passed on. */
export function cosignerInProcess({ address, judge }: Pick<Cosigner, 'address' | 'judge'>): KeeperCosigner {
  return {
    address,
    authorize: async ({ account, amount, action, chainId }) => {
      const result = await judge({ phase: 'authorize', chainId, account, amount, action })
      // An authorisation returns a signature or a veto; only the other phases approve without a signature.
      return result as Awaited<ReturnType<KeeperCosigner['authorize']>>
    },
  }
}
