import type { Refusal, RefusalFix } from '@holdfast/sdk/chain'
import { Notice } from '../parts/Notice.js'
import { useFlowWords } from '../words/useFlowWords.js'

/** Why a payment cannot be made, and the one step that helps. */
export function RefusalNotice({ refusal, onFix }: { refusal: Refusal; onFix: (fix: RefusalFix) => void }) {
  const { refusal: texts, fix: fixes } = useFlowWords()
  const { code, params, fix } = refusal
  // The type does not relate a kind with the words of the same kind.
  const word = (one: RefusalFix) => (fixes[one.kind] as (fix: RefusalFix) => string)(one)
  return (
    <Notice kind="warning" title={texts[code](params)}>
      {fix !== undefined && (
        <div>
          <button type="button" className="button button-small" onClick={() => onFix(fix)}>
            {word(fix)}
          </button>
        </div>
      )}
    </Notice>
  )
}
