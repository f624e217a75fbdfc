import type { Address as AddressValue } from 'viem'
import { Address } from '../../parts/Address.js'
import { Notice } from '../../parts/Notice.js'
import { TransactionDetails } from '../../plan/TransactionDetails.js'
import { useReviewWords } from '../../words/useReviewWords.js'
import { useWords } from '../../words/useWords.js'

/** What is known of a payment whose outcome is open. */
export function ResumeView({
  state,
  amount,
  to,
  txHash,
  onLook,
  onGiveUp,
}: {
  state: 'looking' | 'not_found' | 'gone'
  amount: bigint | undefined
  to: AddressValue | undefined
  txHash: string | undefined
  onLook: () => void
  onGiveUp: () => void
}) {
  const { words, format } = useWords()
  const { progress } = useReviewWords()
  if (state === 'gone')
    return (
      <Notice title={progress.gone}>
        <p>
          <a href="#/">{words.app.notFound.back}</a>
        </p>
      </Notice>
    )
  return (
    <>
      <section className="card stack">
        {amount !== undefined && (
          <p className="headline-amount" translate="no">
            {format.amount(amount)} <small>USDC</small>
          </p>
        )}
        {to !== undefined && <Address value={to} />}
        <p className="quiet" role="status">
          <span className="turning" aria-hidden="true" /> {state === 'looking' ? progress.looking : progress.notFound}
        </p>
        {txHash !== undefined && <TransactionDetails txHash={txHash} />}
        <div className="actions">
          <button type="button" className="button" onClick={onLook}>
            {progress.lookAgain}
          </button>
        </div>
      </section>
      {state === 'not_found' && (
        <Notice title={progress.giveUpTitle}>
          <p>{progress.giveUpWhy}</p>
          <div>
            <button type="button" className="button button-small" onClick={onGiveUp}>
              {progress.giveUp}
            </button>
          </div>
        </Notice>
      )}
    </>
  )
}
