import { Tick } from '../../parts/Icon.js'
import { Notice } from '../../parts/Notice.js'
import type { Drift } from '../../wallets/usePin.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useWords } from '../../words/useWords.js'
import type { ShownProgress } from './usePlanProgress.js'

/** The steps of a payment under way. Its transaction is named as soon as there is one. */
export function ProgressView({
  shown,
  drift,
  isSilent,
  onClosed,
}: {
  shown: ShownProgress
  drift: Drift | undefined
  isSilent: boolean
  onClosed: () => void
}) {
  const { words } = useWords()
  const pay = usePayWords()
  const { steps, at, phase, txHash } = shown
  const rows = steps.map((name, index) => ({ index, name, state: index < at ? 'done' : index === at ? 'now' : 'next' }))
  return (
    <>
      {drift !== undefined && <Notice kind="warning" title={words.wallet.drift[drift]} />}
      <section className="card stack-wide">
        <ol className="steps">
          {rows.map(({ index, name, state }) => (
            <li key={index} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="sign" aria-hidden="true">
                {state === 'done' ? <Tick /> : index + 1}
              </span>
              <span>{pay.progress.step[name]}</span>
              {state === 'now' && <small role="status">{pay.progress.phase[phase]}</small>}
            </li>
          ))}
        </ol>
        {txHash !== undefined && (
          <details className="details">
            <summary>{pay.progress.transaction}</summary>
            <p className="mono" translate="no">
              {txHash}
            </p>
          </details>
        )}
      </section>
      {isSilent && (
        <Notice title={pay.progress.silent}>
          <div>
            <button type="button" className="button button-small" onClick={onClosed}>
              {pay.progress.closed}
            </button>
          </div>
        </Notice>
      )}
      <p className="quiet">{pay.progress.leave}</p>
    </>
  )
}
