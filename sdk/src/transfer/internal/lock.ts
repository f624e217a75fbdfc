import { protectedTransferAbi } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import type { ClientPair } from '../../chain/clients.js'
import { execute, type WriteOptions } from '../../chain/transaction/execute.js'
import type { SendProtectedResult } from '../types.js'
import { readSend, sending } from '../waitForSend.js'
import { transferRefusal } from './contract.js'
import type { PreparedSend, SendFields } from './prepareSend.js'

/** Makes the call that creates a transfer, whichever way the money is pulled, and reads the transfer it created. */
export async function lock(
  clients: ClientPair,
  { deployment, contract, from, fee }: Pick<PreparedSend, 'deployment' | 'contract' | 'from' | 'fee'>,
  call: { to: Address; data: Hex },
  sent: SendFields,
  options: WriteOptions,
): Promise<SendProtectedResult> {
  const receipt = await execute(
    clients,
    deployment,
    { ...call, abi: protectedTransferAbi, attempted: sending, onRevert: transferRefusal(0n) },
    options,
  )
  return readSend(receipt, contract, sent, { from, fee })
}
