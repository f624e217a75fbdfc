import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import { isAddressEqual } from 'viem'
import { Comparison } from '../../parts/Comparison.js'
import { Octagon } from '../../parts/Icon.js'
import { useTransferWords } from '../../words/useTransferWords.js'
import { useWords } from '../../words/useWords.js'
import type { KeptSend } from '../send/sendOf.js'
import type { TransferAction } from './TransferView.js'

/** What was mined is not what was shown. One thing is to be done, and it is the one button. */
export function SwappedView({
  shown,
  transfer,
  isSender,
  working,
  onCancel,
}: {
  shown: Pick<KeptSend, 'to' | 'amount'>
  transfer: ProtectedTransfer
  isSender: boolean
  working: TransferAction | undefined
  onCancel: () => void
}) {
  const { format } = useWords()
  const transferWords = useTransferWords()
  const isBack = transfer.status === 'CANCELLED' || transfer.status === 'RECLAIMED'
  return (
    <section className="stop stop-card" role="alert">
      <div>
        <Octagon />
        <div className="stack">
          <h2 className="stop-title">{isBack ? transferWords.swapped.cancelled : transferWords.swapped.title}</h2>
          <p className="lead">
            {isBack
              ? transferWords.swapped.cancelledWhy
              : transfer.status === 'CLAIMED'
                ? transferWords.lost.claimed
                : transferWords.swapped.lead}
          </p>
        </div>
        {!isAddressEqual(shown.to, transfer.to) && (
          <Comparison
            target={shown.to}
            genuine={transfer.to}
            labels={[transferWords.swapped.shown, transferWords.swapped.mined]}
          />
        )}
        {shown.amount !== transfer.amount && (
          <p>{transferWords.swapped.amounts(format.usdc(shown.amount), format.usdc(transfer.amount))}</p>
        )}
        <div className="actions">
          {isBack ? (
            <a href="#/">{transferWords.swapped.after}</a>
          ) : working !== undefined ? (
            <p role="status">{transferWords.confirm}</p>
          ) : isSender && transfer.status !== 'CLAIMED' ? (
            <button type="button" className="button" onClick={onCancel}>
              {transferWords.swapped.cancel}
            </button>
          ) : (
            !isSender && <p>{transferWords.readOnly}</p>
          )}
        </div>
      </div>
    </section>
  )
}
