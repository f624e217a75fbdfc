import { type EphemeralPolicy, MODE_PULL } from '@holdfast/sdk/shield'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'

/** The terms of a spending account that a plan does not show: how often, how much at once, until when. */
export function TermsView({ policy, now }: { policy: EphemeralPolicy; now?: Date }) {
  const { form, fact, kinds } = useBoxWords()
  const { format } = useWords()
  const { mode, maxAmount, perPullMax = 0n, interval, expiry } = policy
  return (
    <section className="card">
      <dl className="rows">
        <div>
          <dt>{form.kind}</dt>
          <dd>{kinds[mode === MODE_PULL ? 'pull' : 'pay']}</dd>
        </div>
        {mode === MODE_PULL && (
          <div>
            <dt>{form.perPull}</dt>
            <dd>{fact.takes(format.usdc(perPullMax === 0n ? maxAmount : perPullMax), format.span(interval))}</dd>
          </div>
        )}
        <div>
          <dt>{form.ends}</dt>
          <dd>{format.moment(new Date(expiry * 1_000), now)}</dd>
        </div>
      </dl>
    </section>
  )
}
