import type { Address as AddressValue } from 'viem'
import { Address } from '../parts/Address.js'
import { Comparison } from '../parts/Comparison.js'
import { usePayWords } from '../words/usePayWords.js'
import { readRecipient } from './readRecipient.js'
import { StopPage } from './StopPage.js'

/** What was pasted, and what the field had a moment later. */
export type ChangedPaste = { pasted: string; arrived: string }

/** The page for a program that exchanges addresses: the only way on is back, to an empty field. */
export function ChangedPasteView({ pasted, arrived, onBack }: ChangedPaste & { onBack: () => void }) {
  const { block, send } = usePayWords()
  const { title, why, labels } = send.clipboardChanged
  const [copied, found] = [addressIn(pasted), addressIn(arrived)]
  return (
    <StopPage title={title} lead={why} onBack={onBack}>
      {copied !== undefined && found !== undefined && (
        <Comparison target={found} genuine={copied} labels={[labels.arrived, labels.pasted]} />
      )}
      {copied === undefined && found !== undefined && (
        <div className="comparison">
          <div>
            <h2>{labels.arrived}</h2>
            <Address value={found} />
          </div>
        </div>
      )}
      <div className="actions">
        <button type="button" className="button" onClick={onBack}>
          {block.back}
        </button>
      </div>
    </StopPage>
  )
}

function addressIn(text: string): AddressValue | undefined {
  const read = readRecipient(text, undefined)
  return read.kind === 'address' ? read.address : undefined
}
