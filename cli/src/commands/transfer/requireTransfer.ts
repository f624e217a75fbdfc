import type { ReadClient } from '@holdfast/sdk/chain'
import { TransferUnavailableError } from '@holdfast/sdk/errors'
import { getTransfer, type ProtectedTransfer } from '@holdfast/sdk/transfer'

/** A transfer that was created. @throws TransferUnavailableError `unknown` */
export async function requireTransfer(publicClient: ReadClient, transferId: bigint): Promise<ProtectedTransfer> {
  const transfer = await getTransfer({ publicClient }, transferId)
  if (transfer.status === 'NONE') throw new TransferUnavailableError(transferId, 'unknown')
  return transfer
}
