import { useReviewWords } from '../words/useReviewWords.js'

/** The hash of a transaction, folded away. */
export function TransactionDetails({ txHash }: { txHash: string }) {
  const { progress } = useReviewWords()
  return (
    <details className="details">
      <summary>{progress.transaction}</summary>
      <p className="mono" translate="no">
        {txHash}
      </p>
    </details>
  )
}
