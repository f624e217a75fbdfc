import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address } from 'viem'
import { parseAddress } from '../../chain/address.js'
import { getLogsChunked } from '../../chain/logs/getLogsChunked.js'
import { deploymentOf } from '../../chain/network.js'
import { getTransfer } from '../getTransfer.js'
import type { ProtectedTransfer } from '../types.js'
import { contractOf, type TransferReader } from './contract.js'

/** The transfers of a sender, newest first, as they are now. */
export async function listCreated(
  clients: TransferReader,
  { sender, to, fromBlock }: { sender: Address; to?: Address | undefined; fromBlock?: bigint | undefined },
): Promise<ProtectedTransfer[]> {
  const from = parseAddress('sender', sender)
  const deployment = await deploymentOf(clients.publicClient)
  const created = await getLogsChunked(clients.publicClient, {
    address: contractOf(clients, deployment),
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    args: { sender: from, ...(to && { to }) },
    fromBlock,
  })
  const ids = [...new Set(created.map(({ args }) => args.transferId))].reverse()
  const list: ProtectedTransfer[] = []
  for (let start = 0; start < ids.length; start += readsAtOnce)
    list.push(...(await Promise.all(ids.slice(start, start + readsAtOnce).map((id) => getTransfer(clients, id)))))
  return list
}

const readsAtOnce = 8
