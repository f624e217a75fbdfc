import { readPaymentLink } from '@holdfast/sdk/links'
import { useState } from 'react'
import { TextField } from '../../parts/TextField.js'
import { useClaimWords } from '../../words/useClaimWords.js'

/** Where a link is pasted. Links of other origins are read and never opened. */
export function ClaimEntryView({ isWrong, onOpen }: { isWrong: boolean; onOpen: (hash: string) => void }) {
  const claimWords = useClaimWords()
  const [typed, setTyped] = useState('')
  const [hasFault, setFault] = useState(isWrong)
  const open = () => {
    try {
      readPaymentLink(typed)
      // A payment link opens on its own page, which says what it is.
      onOpen(typed.trim().replace(/^[^#]*#/, ''))
    } catch {
      setFault(true)
    }
  }
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <TextField
        label={claimWords.link}
        hint={claimWords.linkHint}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setFault(false)
        }}
        fault={hasFault ? claimWords.linkWrong : undefined}
        isMono={false}
      />
      <div className="actions">
        <button type="submit" className="button button-main">
          {claimWords.open}
        </button>
        <a className="button" href="#/scan">
          {claimWords.scan}
        </a>
      </div>
    </form>
  )
}
