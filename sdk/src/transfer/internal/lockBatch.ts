import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import type { SendProtectedResult } from '../types.js'
import { batchRefusal } from './batch.js'
import { differencesOf, type MinedLogs, madeIn, notMade } from './made.js'
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
 * @throws {@link TransferDiffersError} where the wallet has made another transfer than the first item that is missing;
 *   {@link ClaimHashNotFoundError}
 */
export function readBatch(
  receipt: MinedLogs,
  { contract, from, items }: { contract: Address } & Pick<PreparedSends, 'from' | 'items'>,
): readonly SendProtectedResult[] {
  const txHash = receipt.transactionHash
  const made = madeIn(receipt, contract).filter(({ sender }) => isAddressEqual(sender, from))
  const created: SendProtectedResult[] = []
  for (const one of made) {
    const item = items[created.length]
    if (item === undefined || differencesOf(one, item).length > 0) continue
    const { transferId, deadline } = one
    created.push({ transferId, txHash, deadline: new Date(Number(deadline) * 1000), fee: item.fee })
  }
  const missing = items[created.length]
  if (missing === undefined) return created
  const others = made.filter((one) => items.every((item) => differencesOf(one, item).length > 0))
  throw notMade(receipt, others, missing)
}
