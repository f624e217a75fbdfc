import { useId } from 'react'
import { usePayWords } from '../../words/usePayWords.js'
import { TIMES, type Time } from './Payment.js'

/** How long a payment can be claimed. */
export function TimeChoice({ time, onChange }: { time: Time; onChange: (time: Time) => void }) {
  const pay = usePayWords()
  const name = useId()
  return (
    <fieldset className="field">
      <legend>{pay.send.time}</legend>
      <span className="hint">{pay.send.timeHint}</span>
      <div className="segments">
        {timeNames.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={time === one} onChange={() => onChange(one)} />
            {pay.send.times[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const timeNames: readonly Time[] = Object.keys(TIMES).filter((name): name is Time => name in TIMES)
