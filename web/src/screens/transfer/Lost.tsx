import { TransactionRevertedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { useTransferWords } from '../../words/useTransferWords.js'

/** Explains a failed action. If the payment ended in another way first, that is a notice and not an error. */
export function Lost({ error, transfer }: { error: unknown; transfer: ProtectedTransfer | undefined }) {
  const { lost } = useTransferWords()
  const { status } = transfer ?? {}
  const isRefused = error instanceof TransferUnavailableError || error instanceof TransactionRevertedError
  if (isRefused && status === 'CLAIMED') return <Notice title={lost.claimed} />
  if (isRefused && status === 'CANCELLED') return <Notice title={lost.cancelled} />
  if (isRefused && status === 'RECLAIMED') return <Notice title={lost.returned} />
  return <Fault error={error} />
}
