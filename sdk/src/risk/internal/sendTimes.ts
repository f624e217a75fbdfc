import type { Address, Hex } from 'viem'
import { numberToHex } from 'viem/utils'
import type { ReadClient } from '../../chain/clients.js'
import { readWords } from '../../chain/readWords.js'
import type { SettledRecipient } from '../history/SenderHistory.js'

/**
 * When the protected transfers were sent whose claims have verified these recipients: the deadline, which never moves, less
 * the recall window of the terms.
 *
 * @returns The recipients, with `sentAt` where it could be read.
 */
export async function readSendTimes(
  client: ReadClient,
  contract: Address,
  recipients: readonly SettledRecipient[],
  signal: AbortSignal,
): Promise<readonly SettledRecipient[]> {
  return Promise.all(
    recipients.map(async (recipient) => {
      const { transferId } = recipient
      if (transferId === undefined) return recipient
      try {
        const id = numberToHex(transferId)
        // Deadline and terms of the struct, then the recall window of the terms.
        const transfer = await readWords(client, contract, 'getTransfer', [id], 8)
        // Eight words were asked for.
        const [deadline, configId] = [transfer[3], transfer[7]] as [Hex, Hex]
        const [recallWindow = '0x'] = await readWords(client, contract, 'configs', [configId], 1)
        return { ...recipient, sentAt: new Date((Number(deadline) - Number(recallWindow)) * 1_000) }
      } catch {
        signal.throwIfAborted()
        return recipient
      }
    }),
  )
}
