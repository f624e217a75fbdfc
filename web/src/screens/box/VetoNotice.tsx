import type { CosignVeto } from '@holdfast/sdk/shield'
import { Notice } from '../../parts/Notice.js'
import type { VetoReader } from '../../words/BoxWords.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'

/** A refusal of the co-signer, in words of the page. It is an answer and no error. */
export function VetoNotice({
  veto,
  reader,
}: {
  veto: Pick<CosignVeto, 'code' | 'riskReasons'>
  /** Who reads it, where the spending account holds money that concerns them. */
  reader?: VetoReader | undefined
}) {
  const { veto: texts } = useBoxWords()
  const { words } = useWords()
  const known: Readonly<Record<string, string>> =
    reader === 'payee' ? { ...texts.reason, ...texts.payeeReason } : texts.reason
  return (
    <Notice kind="warning" title={texts.title}>
      <p>{known[veto.code ?? 'other'] ?? texts.reason.other}</p>
      {reader !== undefined && <p>{texts.why[reader]}</p>}
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
