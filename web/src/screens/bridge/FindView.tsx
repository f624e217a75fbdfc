import type { BridgeChainName } from '@holdfast/sdk/chain'
import { useId, useState } from 'react'
import { type Hash, isHash } from 'viem'
import { NetworkField } from '../../plan/NetworkField.js'
import { useFlowWords } from '../../words/useFlowWords.js'

/** Finds a transfer by its one id, from any browser. */
export function FindView({
  names,
  onFind,
}: {
  names: readonly BridgeChainName[]
  onFind: (from: BridgeChainName, burnTxHash: Hash) => void
}) {
  const { bridge } = useFlowWords()
  const id = useId()
  const [from, setFrom] = useState<BridgeChainName>(names[0] ?? 'Arc_Testnet')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <details className="details">
      <summary>{bridge.find.title}</summary>
      <form
        className="card stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const hash = typed.trim()
          if (isHash(hash)) onFind(from, hash)
          else setWrong(true)
        }}
      >
        <p>{bridge.find.why}</p>
        <NetworkField label={bridge.from} value={from} names={names} onChange={setFrom} />
        <div className="field">
          <label htmlFor={id}>{bridge.find.id}</label>
          <span className="hint" id={`${id}-hint`}>
            {bridge.find.idHint}
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
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
            }}
          />
          <div id={`${id}-fault`} aria-live="polite">
            {isWrong && <p className="fault">{bridge.find.wrong}</p>}
          </div>
        </div>
        <div>
          <button type="submit" className="button">
            {bridge.find.press}
          </button>
        </div>
      </form>
    </details>
  )
}
