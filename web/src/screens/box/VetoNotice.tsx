import type { CosignVeto } from '@holdfast/sdk/shield'
import { Notice } from '../../parts/Notice.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'

/** A refusal of the co-signer, in words of the page. It is an answer and no error. */
export function VetoNotice({
  veto,
  isNew,
}: {
  veto: Pick<CosignVeto, 'code' | 'riskReasons'>
  /** Of a spending account that does not exist yet: there is nothing to take back. */
  isNew?: boolean
}) {
  const { veto: texts } = useBoxWords()
  const { words } = useWords()
  const known: Readonly<Record<string, string>> = texts.reason
  return (
    <Notice kind="warning" title={texts.title}>
      <p>{known[veto.code ?? 'other'] ?? texts.reason.other}</p>
      {isNew !== true && <p>{texts.why}</p>}
      {veto.code !== undefined && (
        <details className="details">
          <summary>{words.app.details}</summary>
          <p className="mono" translate="no" lang="en">
            {[veto.code, ...(veto.riskReasons ?? [])].join(', ')}
          </p>
        </details>
      )}
    </Notice>
  )
}
