import { spendPolicyFactoryAbi } from '@holdfast/contracts'
import type { Address, Hex, RpcLog } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { eventDecoder } from '../../chain/logs/eventDecoder.js'
import { readLogs } from '../../chain/logs/readLogs.js'

/** What a factory recorded of an account it made. */
export type AccountCreation = { account: Address; ownerHash: Hex; salt: Hex }

/** `AccountCreated(address indexed account, bytes32 indexed ownerHash, address indexed target, bytes32, Policy)`. */
const accountCreatedTopic: Hex = '0x0ecc24ac440c0196e4b53d6653a9daf15bd9724e79515004d1cc73632c10c5ab'

/**
 * Every account that factories have made for some owners, in the order in which they were made.
 *
 * @throws `LogsIncompleteError`: which came first cannot be said of half a list.
 */
export async function readAccountCreations(
  client: ReadClient,
  {
    factories,
    ownerHashes,
    fromBlock,
  }: { factories: readonly Address[]; ownerHashes: readonly Hex[]; fromBlock: bigint },
  signal: AbortSignal | undefined,
): Promise<readonly AccountCreation[]> {
  const decode = eventDecoder(spendPolicyFactoryAbi, 'AccountCreated')
  const known = new Set(factories.map((factory) => factory.toLowerCase()))
  const { logs } = await readLogs<AccountCreation>(
    client,
    {
      address: factories,
      topics: [accountCreatedTopic, null, ownerHashes],
      fromBlock,
      decode(log: RpcLog) {
        const args = known.has(log.address.toLowerCase()) ? decode(log) : undefined
        return args && { account: args.account, ownerHash: args.ownerHash, salt: args.salt }
      },
    },
    { signal },
  )
  return logs
}
