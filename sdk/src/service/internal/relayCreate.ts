import { predictBoxAddress } from '@holdfast/contracts'
import { type Address, isAddressEqual } from 'viem'
import { PRIMARY_CHAIN_ID } from '../../chain/constants.js'
import { deploymentFor } from '../../chain/registry.js'
import { WireFormatError } from '../../errors/wire.js'
import { ownerHash, vaultHash } from '../../shield/ownerHash.js'
import type { EphemeralPolicy } from '../../shield/types.js'
import {
  decodeRelayCreate,
  decodeRelayCreateResult,
  encodeRelayCreate,
  type RelayCreate,
  type RelayCreateResult,
  type RelayPending,
  type RelayPolicy,
} from '../../wire/relay.js'
import { askRelay, type RelayOptions } from './askRelay.js'
import type { Connection } from './Connection.js'

/**
 * The box to deploy. The policy may hide owner and vault behind their hashes; its `perPullMax` is 0 where it is left out.
 */
export type RelayCreateParameters = Omit<RelayCreate, 'policy'> & { policy: RelayPolicy | EphemeralPolicy }

export async function relayCreate(
  connection: Connection,
  { policy, ...rest }: RelayCreateParameters,
  options?: RelayOptions,
): Promise<RelayCreateResult | RelayPending> {
  const body = encodeRelayCreate({ ...rest, policy: { ...policy, perPullMax: policy.perPullMax ?? 0n } })
  const box = boxOf(decodeRelayCreate(body))
  return askRelay(
    connection,
    {
      attempted: 'creating a box',
      path: '/api/relay/create',
      body,
      decode(answer) {
        const result = decodeRelayCreateResult(answer)
        // Money is about to be sent there: the address is ours to know, not the service's to say.
        if (box !== undefined && !isAddressEqual(box, result.account))
          throw new WireFormatError('/account', 'not_one_of')
        return result
      },
    },
    options,
  )
}

/** The address of the box; `undefined` on a chain that only the service knows. */
function boxOf({ chainId = PRIMARY_CHAIN_ID, salt, policy }: RelayCreate): Address | undefined {
  const deployment = deploymentFor(chainId)
  if (deployment === undefined) return undefined
  const { spendPolicyFactory: address, spendPolicyAccountImpl: implementation } = deployment
  const hidden = 'owner' in policy ? { ownerHash: ownerHash(policy.owner), vaultHash: vaultHash(policy.vault) } : policy
  return predictBoxAddress(
    { address, implementation },
    { ownerHash: hidden.ownerHash, salt, policy: { ...policy, vaultHash: hidden.vaultHash } },
  )
}
