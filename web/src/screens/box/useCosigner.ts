import { useCosignerAddress, useHoldfast } from '@holdfast/react'
import { InvalidInputError } from '@holdfast/sdk/errors'
import { RemoteCoSigner } from '@holdfast/sdk/shield'
import type { StealthKeys } from '@holdfast/sdk/stealth'
import type { Address, Hex } from 'viem'
import { useConfig } from 'wagmi'
import { signMessage } from 'wagmi/actions'
import type { Reading } from '../../parts/ReadFault.js'

/** What a row of the journal keeps of a co-signer, to rebuild it. */
export type KeptCosigner = {
  cosigner: Address
  chainId: number
  /** Proves that it is the owner who asks. Left out where no proof is needed. */
  owner?: Address | undefined
  /** Of an owner that is a hidden address: what its key is computed from, with the keys of the person. */
  ephemeralPubKey?: Hex | undefined
}

/** The co-signer behind the service of the page. */
export type ServiceCosigner = {
  hasService: boolean
  /** What spending accounts must name; `undefined` while it is asked for. */
  address: Address | undefined
  /** Of its address. */
  read: Reading
  /** Asks the wallet to prove who is asking, for each question that names the owner. */
  open: (kept: KeptCosigner) => RemoteCoSigner
}

/** The co-signer of the page's service. */
export function useCosigner(keys: StealthKeys | undefined): ServiceCosigner {
  const config = useConfig()
  const { service } = useHoldfast()
  const asked = useCosignerAddress({ query: { enabled: service !== undefined, staleTime: 60_000 } })
  return {
    hasService: service !== undefined,
    address: asked.data ?? undefined,
    read: asked,
    open({ cosigner, chainId, owner, ephemeralPubKey }) {
      if (service === undefined) throw new InvalidInputError('service', 'This page has no service that co-signs.')
      const auth = owner && {
        address: owner,
        async sign(message: string) {
          if (ephemeralPubKey === undefined) return signMessage(config, { account: owner, message })
          const { signAsHidden } = await import('../../stealth/hiddenOwner.js')
          return signAsHidden(keys, ephemeralPubKey, message)
        },
      }
      return new RemoteCoSigner(`${service.baseUrl}/api/cosign`, cosigner, undefined, auth, { chainId })
    },
  }
}
