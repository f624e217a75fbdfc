import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Hex, isAddressEqual, type TransactionReceipt } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import { ClaimHashNotFoundError } from '../../errors/transfer.js'
import type { SendProtectedResult } from '../types.js'
import { batchRefusal } from './batch.js'
import { eventsOf } from './contract.js'
import type { PreparedSends } from './prepareSend.js'

/** How errors name a batch. */
export const sendingBatch = 'sending the batch of protected transfers'

/** Makes the call that creates the transfers of a batch, and reads them. */
export async function lockBatch(
  clients: ClientPair,
  prepared: PreparedSends,
  data: Hex,
  options: WriteOptions,
): Promise<readonly SendProtectedResult[]> {
  const { deployment, contract } = prepared
  const call = { to: contract, data, abi: protectedTransferAbi, attempted: sendingBatch }
  const receipt = await execute(clients, deployment, { ...call, onRevert: batchRefusal(sendingBatch) }, options)
  return readBatch(receipt, prepared)
}

/**
 * The transfers that a mined batch created, in the order of its items. Bound to contract, sender and every field of the items,
 * so planted events decide nothing.
 *
 * @throws {@link ClaimHashNotFoundError}
 */
export function readBatch(
  { logs, transactionHash }: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  { contract, from, items }: { contract: Address } & Pick<PreparedSends, 'from' | 'items'>,
): readonly SendProtectedResult[] {
  const created: SendProtectedResult[] = []
  for (const event of eventsOf(logs, contract)) {
    const item = items[created.length]
    if (event.eventName !== 'TransferCreated' || item === undefined) continue
    const { sender, to, amount, claimHash, configId, transferId, deadline } = event.args
    const isItem =
      isAddressEqual(sender, from) &&
      isAddressEqual(to, item.to) &&
      amount === item.amount &&
      claimHash === item.claimHash.toLowerCase() &&
      configId === item.configId.toLowerCase()
    if (isItem)
      created.push({ transferId, txHash: transactionHash, deadline: new Date(Number(deadline) * 1000), fee: item.fee })
  }
  if (created.length < items.length) throw new ClaimHashNotFoundError(transactionHash)
  return created
}
