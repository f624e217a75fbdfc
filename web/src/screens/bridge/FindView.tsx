import type { BridgeChainName } from '@holdfast/sdk/chain'
import { useState } from 'react'
import { type Hash, isHash } from 'viem'
import { TextField } from '../../parts/TextField.js'
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
        <TextField
          label={bridge.find.id}
          hint={bridge.find.idHint}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setWrong(false)
          }}
          fault={isWrong ? bridge.find.wrong : undefined}
        />
        <div>
          <button type="submit" className="button">
            {bridge.find.press}
          </button>
        </div>
      </form>
    </details>
  )
}
