import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Hash, zeroAddress } from 'viem'
import { parseAddress } from '../chain/address.js'
import { getLogsChunked } from '../chain/logs/getLogsChunked.js'
import { deploymentOf } from '../chain/network.js'
import type { LinkReader } from './types.js'

/**
 * Finds the transactions in which an account has paid by link, was paid by one, or got the money of one back, for
 * `getCleanHistory`: its rows then name no contract as the payee.
 *
 * @param fromBlock - Default: the contract's deploy block, which reads the account's whole history.
 * @throws `LogsIncompleteError`, `InvalidAddressError`, `ChainUnavailableError`.
 * @example
 * const linkPayments = await findLinkPayments({ publicClient }, { account: account.address })
 * const { entries } = await getCleanHistory(account.address, { linkPayments })
 */
export async function findLinkPayments(
  { publicClient, contractAddress }: LinkReader,
  { account, fromBlock }: { account: Address; fromBlock?: bigint | undefined },
): Promise<Hash[]> {
  const party = parseAddress('account', account)
  const address = contractAddress ?? (await deploymentOf(publicClient)).transferContract
  const scope = { address, abi: protectedTransferAbi, fromBlock } as const
  const [sent, claimed, cancelled, returned] = await Promise.all([
    getLogsChunked(publicClient, { ...scope, eventName: 'TransferCreated', args: { sender: party, to: zeroAddress } }),
    getLogsChunked(publicClient, { ...scope, eventName: 'TransferClaimed', args: { to: party } }),
    getLogsChunked(publicClient, { ...scope, eventName: 'TransferCancelled', args: { sender: party } }),
    getLogsChunked(publicClient, { ...scope, eventName: 'TransferReclaimed', args: { sender: party } }),
  ])
  const own = new Set(sent.map(({ args }) => args.transferId))
  const received = await findOpen(claimed.map(({ args }) => args.transferId))
  return [
    ...sent,
    ...claimed.filter(({ args }) => received.has(args.transferId)),
    ...[...cancelled, ...returned].filter(({ args }) => own.has(args.transferId)),
  ].flatMap(({ transactionHash }) => transactionHash ?? [])

  /** Which of these transfers were made without a recipient. */
  async function findOpen(ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
    const found = new Set<bigint>()
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const transferId = ids.slice(start, start + idsAtOnce)
      for (const { args } of await getLogsChunked(publicClient, {
        ...scope,
        eventName: 'TransferCreated',
        args: { transferId, to: zeroAddress },
      }))
        found.add(args.transferId)
    }
    return found
  }
}

const idsAtOnce = 100
