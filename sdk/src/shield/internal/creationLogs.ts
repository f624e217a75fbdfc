import { spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Hex } from 'viem'
import { parseParty } from '../../chain/address.js'
import { SPEND_POLICY_FACTORY_PRIOR_ADDRESSES } from '../../chain/addresses.js'
import { eventDecoder } from '../../chain/logs/eventDecoder.js'
import type { StoredEvent } from '../../chain/logs/eventIndex.js'
import { type ChainDeployment, requireDeployment } from '../../chain/registry.js'
import { InvalidInputError } from '../../errors/input.js'
import type { AccountCreation, CreationScope } from '../accountCreation.js'

/**
 * Checks a scope before anything is asked.
 *
 * @throws `InvalidAddressError`, {@link InvalidInputError}
 */
export function parseScope({ factories, ownerHashes, fromBlock }: CreationScope): CreationScope {
  for (const [name, list] of Object.entries({ factories, ownerHashes }))
    if (list?.length === 0) throw new InvalidInputError(name, `An empty list of \`${name}\` has no boxes.`)
  return {
    factories: factories?.map((factory) => parseParty('factories', factory)),
    ownerHashes: ownerHashes?.map((hash) => parseHash('ownerHashes', hash)),
    fromBlock,
  }
}

/**
 * Where the creations of a scope are recorded.
 *
 * @throws `UnknownChainError` on a chain the registry does not know, unless both factories and first block are given.
 */
export function queryOf(chainId: number, { factories, ownerHashes, fromBlock }: CreationScope) {
  const known = () => requireDeployment(chainId)
  return {
    address: factories ?? factoriesOf(known()),
    topics: encodeEventTopics({
      abi: spendPolicyFactoryAbi,
      eventName: 'AccountCreated',
      args: ownerHashes && { ownerHash: [...ownerHashes] },
    }),
    fromBlock: fromBlock ?? known().deployBlocks.spendPolicyFactory,
  }
}

/** Makes the reader of the records of some factories; other events, and other contracts', give `undefined`. */
export function creationDecoder(factories: readonly Address[]): (event: StoredEvent) => AccountCreation | undefined {
  const decode = eventDecoder(spendPolicyFactoryAbi, 'AccountCreated')
  const known = new Map(factories.map((factory) => [factory.toLowerCase(), factory]))
  return (event) => {
    const factory = known.get(event.address.toLowerCase())
    const args = factory && decode(event)
    if (!args) return undefined
    const { blockNumber, logIndex, transactionHash } = event
    const { maxAmount } = args.policy
    return { ...args, maxAmount, factory, blockNumber: BigInt(blockNumber), logIndex, transactionHash }
  }
}

/** @throws {@link InvalidInputError} unless it is 32 bytes; lower case comes back. */
export function parseHash(parameter: string, value: Hex): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value))
    throw new InvalidInputError(parameter, `"${String(value)}" in \`${parameter}\` is not 32 bytes of hex.`)
  // Checked above.
  return value.toLowerCase() as Hex
}

function factoriesOf({ spendPolicyFactory }: ChainDeployment): readonly Address[] {
  return [spendPolicyFactory, ...SPEND_POLICY_FACTORY_PRIOR_ADDRESSES]
}
