import { protectedTransferAbi } from '@holdfast/contracts'
import { type EncodeFunctionDataParameters, encodeFunctionData, type Hash } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { meantNetwork } from '../../chain/network.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { assertTransferId, contractOf, transferRefusal } from './contract.js'

/** Makes a call about one transfer whose only outcome is that it happened. */
export async function changeTransfer(
  clients: ClientPair,
  transferId: bigint,
  call: Omit<EncodeFunctionDataParameters<typeof protectedTransferAbi>, 'abi'>,
  doing: string,
  options: WriteOptions,
  onRevert = transferRefusal(transferId),
): Promise<Hash> {
  assertTransferId(transferId)
  requireAccount(clients.walletClient)
  const deployment = await meantNetwork(clients)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contractOf(clients, deployment),
      abi: protectedTransferAbi,
      // `call` is typed by the same ABI.
      data: encodeFunctionData({ abi: protectedTransferAbi, ...call } as EncodeFunctionDataParameters),
      attempted: `${doing} transfer ${transferId}`,
      onRevert,
    },
    options,
  )
  return receipt.transactionHash
}
