import { setTimeout as sleep } from 'node:timers/promises'
import { pollingIntervalFor } from '@holdfast/sdk/chain'
import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { isReturnable, isTerminal } from '@holdfast/sdk/transfer'
import { readTransferId } from '../../input/readTransferId.js'
import type { Resume } from '../../resume/Resume.js'
import { requireTransfer } from '../../transfer/requireTransfer.js'
import { outcomeUnknown } from './outcomeUnknown.js'

/** Fees that are raised make the claim another transaction, so the transfer tells how it ended, and no hash. */
export const resume: Resume = async ({ client, chainId, facts, options: { signal, timeoutMs = 120_000 } }) => {
  const transferId = readTransferId(facts.transferId)
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
    if (isReturnable(transfer)) throw new TransferUnavailableError(transferId, 'expired')
    if (performance.now() >= deadline) throw outcomeUnknown(transferId)
  }
}
