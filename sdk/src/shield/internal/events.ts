import { spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics, type Hash, type Hex } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { type EncodedEvent, eventDecoder } from '../../chain/logs/eventDecoder.js'
import { readLogs } from '../../chain/logs/readLogs.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { ChainUnavailableError } from '../../errors/chain.js'

/** How far back an event of a box is looked for. */
export type SearchOptions = {
  /** First block to search. Default: the newest eight log ranges of the chain, on the primary chain about eleven hours. */
  fromBlock?: bigint | undefined
}

/**
 * Finds the transaction in which a box paid exactly this much and had then paid exactly that much in all. What a box has
 * paid only ever grows, so there is one at most.
 */
export function findPayment(
  client: ReadClient,
  deployment: ChainDeployment,
  { account, amount, spent }: { account: Address; amount: bigint; spent: bigint },
  options: SearchOptions,
): Promise<Hash | undefined> {
  const decode = decodePaid()
  return findNewest(client, deployment, account, encodeEventTopics({ abi: spendPolicyAccountAbi, eventName: 'Paid' }), {
    ...options,
    isMatch: (log) => {
      const paid = decode(log)
      return paid?.amount === amount && paid.spent === spent
    },
  })
}

/** Finds the transaction in which a factory created a box. */
export function findCreation(
  client: ReadClient,
  deployment: ChainDeployment,
  { factory, account }: { factory: Address; account: Address },
  options: SearchOptions,
): Promise<Hash | undefined> {
  const topics = encodeEventTopics({ abi: spendPolicyFactoryAbi, eventName: 'AccountCreated', args: { account } })
  return findNewest(client, deployment, factory, topics, options)
}

/** Whether these logs say that the box paid exactly this much. Bound to the box, so planted events decide nothing. */
export function saysPaid(
  logs: readonly (EncodedEvent & { address: Address })[],
  { account, amount }: { account: Address; amount: bigint },
): boolean {
  const decode = decodePaid()
  return logs.some((log) => log.address.toLowerCase() === account.toLowerCase() && decode(log)?.amount === amount)
}

const decodePaid = () => eventDecoder(spendPolicyAccountAbi, 'Paid')

/** Newest blocks first, because what is looked for was as a rule sent a moment ago. */
async function findNewest(
  client: ReadClient,
  deployment: ChainDeployment,
  address: Address,
  topics: readonly (Hex | readonly Hex[] | null)[],
  { fromBlock, isMatch = () => true }: SearchOptions & { isMatch?: (log: EncodedEvent) => boolean },
): Promise<Hash | undefined> {
  try {
    const head = BigInt(await client.request({ method: 'eth_blockNumber' }))
    const range = BigInt(deployment.logRangeBlocks)
    const oldest = head - 8n * range + 1n
    const { spendPolicyFactory: deployBlock } = deployment.deployBlocks
    const first = fromBlock ?? (oldest > deployBlock ? oldest : deployBlock)
    for (let toBlock = head; toBlock >= first; toBlock -= range) {
      const windowStart = toBlock - range + 1n
      const { logs } = await readLogs(
        client,
        {
          address,
          topics,
          fromBlock: windowStart > first ? windowStart : first,
          toBlock,
          decode: (log) => (isMatch(log) ? (log.transactionHash ?? undefined) : undefined),
        },
        { headBlock: head, retry: { attempts: 3 } },
      )
      if (logs.length > 0) return logs.at(-1)
    }
    return undefined
  } catch (error) {
    throw new ChainUnavailableError('looking for the transaction', withoutSecrets(error))
  }
}
