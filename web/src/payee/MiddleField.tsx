import { useId } from 'react'
import { MIDDLE_GROUPS } from '../parts/groupsOf.js'
import { useWords } from '../words/useWords.js'

/** Asks for two groups from the middle of an address, as its owner reads them by voice. */
export function MiddleField({
  typed,
  onType,
  isRight,
}: {
  typed: string
  onType: (typed: string) => void
  isRight: boolean
}) {
  const { words } = useWords()
  const id = useId()
  const [first, second] = MIDDLE_GROUPS
  const isWrong = !isRight && typed.replace(/\s/g, '').length >= 8
  return (
    <section className="card">
      <div className="field">
        <label htmlFor={id}>{words.address.middle(first + 1, second + 1)}</label>
        <span className="hint" id={`${id}-hint`}>
          {words.address.middleHint}
        </span>
        <input
          id={id}
          className="mono"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={isWrong}
          onChange={({ target }) => onType(target.value)}
        />
        <div id={`${id}-fault`} aria-live="assertive">
          {isWrong && <p className="fault">{words.address.middleWrong}</p>}
        </div>
      </div>
    </section>
  )
}
