import { MIDDLE_GROUPS } from '../parts/groupsOf.js'
import { TextField } from '../parts/TextField.js'
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
  const [first, second] = MIDDLE_GROUPS
  const isWrong = !isRight && typed.replace(/\s/g, '').length >= 8
  return (
    <section className="card">
      <TextField
        label={words.address.middle(first + 1, second + 1)}
        hint={words.address.middleHint}
        value={typed}
        onChange={onType}
        fault={isWrong ? words.address.middleWrong : undefined}
        live="assertive"
      />
    </section>
  )
}
