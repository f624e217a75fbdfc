import { usePayWords } from '../words/usePayWords.js'

/** The hash of a transaction, folded away. */
export function TransactionDetails({ txHash }: { txHash: string }) {
  const { progress } = usePayWords()
  return (
    <details className="details">
      <summary>{progress.transaction}</summary>
      <p className="mono" translate="no">
        {txHash}
      </p>
    </details>
  )
}
