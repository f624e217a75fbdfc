import { setTimeout as sleep } from 'node:timers/promises'
import { pollingIntervalFor } from '@holdfast/sdk/chain'
import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { isReturnable, isTerminal, ReleaseRequestIndex } from '@holdfast/sdk/transfer'
import { zeroAddress } from 'viem'
import { readNow } from '../../chain/readNow.js'
import type { Resume } from '../../command/Resume.js'
import { readTransferId } from '../../input/readTransferId.js'
import { outcomeUnknown } from '../service/outcomeUnknown.js'
import { requireTransfer } from './requireTransfer.js'

/**
 * Fees that are raised make the claim another transaction, so the transfer tells how it ended, and no hash. Under terms with
 * release it was a request, which has landed once the chain holds it.
 */
export const resume: Resume = async ({ client, chainId, command, facts, options: { signal, timeoutMs = 120_000 } }) => {
  const transferId = readTransferId(facts.transferId)
  const requests = new ReleaseRequestIndex({ client, transferIds: [transferId] })
  for (
    const deadline = performance.now() + timeoutMs;
    ;
    await sleep(pollingIntervalFor(chainId), undefined, { signal })
  ) {
    const transfer = await requireTransfer(client, transferId)
    const { status, to } = transfer
    if (status === 'CLAIMED')
      return { result: { transferId, to }, text: `Transfer ${transferId} is claimed: it was paid to ${to}.` }
    if (status === 'LOCKED') throw new TransferLockedError(transferId)
    if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')
    if (isReturnable(transfer, new Date((await readNow(client)) * 1_000)))
      throw new TransferUnavailableError(transferId, 'expired')
    const { recipient } = facts
    if (to === zeroAddress && recipient !== undefined) {
      await requests.sync({ signal })
      if (requests.requestsOf(transferId).some((one) => one.recipient.toLowerCase() === recipient.toLowerCase()))
        return {
          result: { transferId, outcome: 'release_requested', recipient },
          text: `The sender of transfer ${transferId} is asked to pay ${recipient}.`,
        }
    }
    if (performance.now() >= deadline) throw outcomeUnknown(transferId, command)
  }
}
