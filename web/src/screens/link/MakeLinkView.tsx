import { RELEASE_ABOVE } from '@holdfast/sdk/transfer'
import type { ReactNode } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'
import type { AmountFault, Waiting } from '../../words/Words.js'
import type { Time } from '../send/Payment.js'
import { TimeChoice } from '../send/TimeChoice.js'
import { CashNotice } from './CashNotice.js'

/** What the form of a payment link holds. */
export type LinkForm = { amount: string; time: Time; needsRelease: boolean }

/** What the form shows and can do. */
export type MakeLinkProps = {
  form: LinkForm
  /** The amount alone decides it. */
  isReleaseForced: boolean
  amountFault: AmountFault | undefined
  /** `null` where there is no account. */
  balance: bigint | null | undefined
  waits: Waiting | undefined
  onChange: (change: Partial<LinkForm>) => void
  onReview: () => void
  /** Above the form: where the wallet is. */
  children?: ReactNode
}

/** The form of a payment link. */
export function MakeLinkView(props: MakeLinkProps) {
  const { form, isReleaseForced, amountFault, balance, waits, onChange, onReview } = props
  const { format } = useWords()
  const { make } = useLinkWords()
  return (
    <>
      {props.children}
      <CashNotice isReleased={form.needsRelease || isReleaseForced} />
      <form
        className="card stack-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (waits === undefined) onReview()
        }}
      >
        <AmountField
          amount={form.amount}
          balance={balance}
          fault={amountFault}
          onChange={(amount) => onChange({ amount })}
        />
        <label className="check">
          <input
            type="checkbox"
            className="check-box"
            checked={form.needsRelease || isReleaseForced}
            disabled={isReleaseForced}
            onChange={({ target }) => onChange({ needsRelease: target.checked })}
          />
          <span>
            {make.release}
            <span className="hint check-hint">
              {isReleaseForced
                ? make.releaseForced(format.usdc(RELEASE_ABOVE))
                : `${make.releaseHint} ${make.limit(format.usdc(RELEASE_ABOVE))}`}
            </span>
          </span>
        </label>
        <TimeChoice time={form.time} onChange={(time) => onChange({ time })} />
        <div className="actions">
          <WaitingButton waits={waits} onPress={onReview}>
            {make.review}
          </WaitingButton>
        </div>
      </form>
    </>
  )
}
