import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, decodeErrorResult, type Hex, isHex } from 'viem'
import { isCallRefused } from '../../../chains/isCallRefused.js'
import type { ServedChain } from '../../../chains/ServedChain.js'
import type { Call } from '../../../sender/Call.js'

/**
 * Whether a call of the transfer contract reverts with an error that is not the contract's own: the token then refuses
 * the transfer, because of its blocklist or a pause.
 *
 * @throws When the chain does not answer.
 */
export async function isRefusedByToken(
  { to, data }: Call,
  { client }: Pick<ServedChain, 'client'>,
  from: Address,
): Promise<boolean> {
  try {
    await client.request({ method: 'eth_call', params: [{ from, to, data }, 'latest'] })
    return false
  } catch (error) {
    if (!isCallRefused(error)) throw error
    const revert = revertDataOf(error)
    return revert === undefined || !isOurs(revert)
  }
}

function isOurs(data: Hex): boolean {
  try {
    const { errorName }: { errorName: string } = decodeErrorResult({ abi: protectedTransferAbi, data })
    return errorName !== 'Error'
  } catch {
    return false
  }
}

function revertDataOf(error: unknown): Hex | undefined {
  for (let cause = error, depth = 0; depth < 16 && typeof cause === 'object' && cause !== null; depth++) {
    if ('data' in cause && isHex(cause.data) && cause.data !== '0x') return cause.data
    cause = 'cause' in cause ? cause.cause : undefined
  }
  return undefined
}
