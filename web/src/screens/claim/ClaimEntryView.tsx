import { readPaymentLink } from '@holdfast/sdk/links'
import { useId, useState } from 'react'
import { useClaimWords } from '../../words/useClaimWords.js'

/** Where a link is pasted. Links of other origins are read and never opened. */
export function ClaimEntryView({ isWrong, onOpen }: { isWrong: boolean; onOpen: (hash: string) => void }) {
  const claimWords = useClaimWords()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [hasFault, setFault] = useState(isWrong)
  const open = () => {
    try {
      const link = readPaymentLink(typed)
      if (link.kind !== 'claim') return setFault(true)
      const code = link.code === undefined ? '' : `/${link.code}`
      onOpen(`/claim/${link.chainId}/${link.transferId}${code}`)
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
      <div className="field">
        <label htmlFor={id}>{claimWords.link}</label>
        <span className="hint" id={`${id}-hint`}>
          {claimWords.linkHint}
        </span>
        <input
          id={id}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={hasFault}
          onChange={({ target }) => {
            setTyped(target.value)
            setFault(false)
          }}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {hasFault && <p className="fault">{claimWords.linkWrong}</p>}
        </div>
      </div>
      <div className="actions">
        <button type="submit" className="button button-main">
          {claimWords.open}
        </button>
      </div>
    </form>
  )
}
