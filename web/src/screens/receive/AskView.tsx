import { type ReactNode, useId } from 'react'
import { AmountField } from '../../parts/AmountField.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { useReceiveWords } from '../../words/useReceiveWords.js'
import type { AmountFault, Waiting } from '../../words/Words.js'

/** How long a request can be paid, in seconds. */
export const LIVES = { day: 86_400, week: 604_800, month: 2_592_000 } as const
type Life = keyof typeof LIVES

/** What the form of a request holds. */
export type AskForm = { amount: string; reference: string; life: Life }

/** What the form shows and can do. */
export type AskProps = {
  form: AskForm
  amountFault: AmountFault | undefined
  isReferenceWrong: boolean
  waits: Waiting | undefined
  isSigning: boolean
  onChange: (change: Partial<AskForm>) => void
  onSign: () => void
  /** Above the form: what went wrong, and where the wallet is. */
  children?: ReactNode
}

/** The form of a request to be paid. */
export function AskView({
  form,
  amountFault,
  isReferenceWrong,
  waits,
  isSigning,
  onChange,
  onSign,
  children,
}: AskProps) {
  const { form: texts } = useReceiveWords()
  const [reference, life] = [useId(), useId()]
  return (
    <>
      {children}
      <form
        className="card stack-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (waits === undefined) onSign()
        }}
      >
        <AmountField
          label={texts.amount}
          hint={texts.amountHint}
          amount={form.amount}
          fault={amountFault}
          onChange={(amount) => onChange({ amount })}
        />
        <div className="field">
          <label htmlFor={reference}>{texts.reference}</label>
          <span className="hint" id={`${reference}-hint`}>
            {texts.referenceHint}
          </span>
          <input
            id={reference}
            value={form.reference}
            autoComplete="off"
            aria-describedby={`${reference}-hint ${reference}-fault`}
            aria-invalid={isReferenceWrong}
            onChange={({ target }) => onChange({ reference: target.value })}
          />
          <div id={`${reference}-fault`} aria-live="polite">
            {isReferenceWrong && <p className="fault">{texts.referenceWrong}</p>}
          </div>
        </div>
        <fieldset className="field">
          <legend>{texts.life}</legend>
          <div className="segments">
            {lifeNames.map((one) => (
              <label key={one}>
                <input type="radio" name={life} checked={form.life === one} onChange={() => onChange({ life: one })} />
                {texts.lives[one]}
              </label>
            ))}
          </div>
        </fieldset>
        {isSigning ? (
          <p className="quiet" role="status">
            <span className="turning" aria-hidden="true" /> {texts.signing}
          </p>
        ) : (
          <div className="actions">
            <WaitingButton waits={waits} onPress={onSign}>
              {texts.sign}
            </WaitingButton>
          </div>
        )}
      </form>
    </>
  )
}

const lifeNames: readonly Life[] = Object.keys(LIVES).filter((name): name is Life => name in LIVES)
