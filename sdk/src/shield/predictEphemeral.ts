import { predictBoxAddress, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Address, checksumAddress, type Hex } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ReadClient } from '../chain/clients.js'
import { deploymentOf } from '../chain/network.js'
import { readView } from '../chain/readView.js'
import type { ChainDeployment } from '../chain/registry.js'
import { InvalidAddressError } from '../errors/input.js'
import { type Terms, termsOf } from './internal/policy.js'
import type { EphemeralPolicy } from './types.js'

/**
 * Where a factory puts a box. The address commits to owner, salt and every field of the policy, and not to its
 * creator: no other caller can take it, and no two policies share one.
 *
 * For the registry's factory it is computed here, without a request beyond the chain id; any other factory is asked.
 *
 * @param salt - 32 bytes. Take the one that `newStealthPolicy` returns.
 * @throws `InvalidAddressError`, `InvalidAmountError`, `InvalidInputError` before any request; `UnknownChainError`,
 *   `WrongNetworkError`, `ChainUnavailableError`.
 * @example
 * const box = await predictEphemeral(publicClient, SPEND_POLICY_FACTORY_ADDRESS, salt, policy)
 */
export async function predictEphemeral(
  publicClient: ReadClient,
  factory: Address,
  salt: Hex,
  policy: EphemeralPolicy,
): Promise<Address> {
  const from = parseParty('factory', factory)
  assertBytes32('salt', salt)
  const terms = termsOf(policy)
  return predictBox(publicClient, await deploymentOf(publicClient), from, salt, terms)
}

/** As {@link predictEphemeral}, for input that is already checked. */
export async function predictBox(
  client: ReadClient,
  deployment: ChainDeployment,
  factory: Address,
  salt: Hex,
  { ownerHash, policy }: Terms,
): Promise<Address> {
  const account =
    factory === deployment.spendPolicyFactory
      ? predictBoxAddress(
          { address: factory, implementation: deployment.spendPolicyAccountImpl },
          { ownerHash, salt, policy },
        )
      : checksumAddress(
          await readView<Address>(client, `asking the factory ${factory} for an address`, {
            address: factory,
            abi: spendPolicyFactoryAbi,
            functionName: 'predictAddress',
            args: [ownerHash, salt, policy],
          }),
        )
  // The registry's factory hashes the target into the address, so the two are never equal. Another one may return any address.
  if (policy.target === account) throw new InvalidAddressError('policy.target', account, 'is the box itself')
  return account
}
