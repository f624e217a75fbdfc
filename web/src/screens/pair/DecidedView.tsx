import type { PairDecision } from '@holdfast/sdk/risk'
import { useState } from 'react'
import { Comparison } from '../../parts/Comparison.js'
import { usePairWords } from '../../words/usePairWords.js'
import { useWords } from '../../words/useWords.js'

/** A decision that was made, and the way to take it back. */
export function DecidedView({ decision, onRevoke }: { decision: PairDecision; onRevoke: () => void }) {
  const words = usePairWords()
  const { format } = useWords()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="stack">
      <Comparison target={decision.keep} genuine={decision.over} labels={[words.right, words.imitation]} />
      <p className="quiet">{words.decided.at(format.moment(new Date(decision.at)))}</p>
      <div className="actions">
        {isAsked ? (
          <>
            <span>{words.revokeWhy}</span>
            <button type="button" className="button button-small" onClick={onRevoke}>
              {words.revoke}
            </button>
            <button type="button" className="link" onClick={() => setAsked(false)}>
              {words.keep}
            </button>
          </>
        ) : (
          <button type="button" className="link" onClick={() => setAsked(true)}>
            {words.revoke}
          </button>
        )}
      </div>
    </div>
  )
}
