import { isForWantOfData, type RiskReport } from '@holdfast/sdk/risk'
import { useId, useState } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address } from '../parts/Address.js'
import { Comparison } from '../parts/Comparison.js'
import { DecideLink, Reasons } from '../parts/FirewallNotice.js'
import { isMiddleOf, MIDDLE_GROUPS } from '../parts/groupsOf.js'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import { readRecipient } from './readRecipient.js'
import { StopPage } from './StopPage.js'

/** What the page of a block shows, and where it leads. */
export type BlockProps = {
  report: RiskReport
  /** Since the person looked. */
  hasChanged: boolean
  onBack: () => void
  onOverrule: () => void
}

/** The page of a block. It looks like nothing else here, and the way back is the first thing to press. */
export function BlockView({ report, hasChanged, onBack, onOverrule }: BlockProps) {
  const { words } = useWords()
  const pay = usePayWords()
  const field = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const against = report.reasons.filter(({ severity }) => severity !== 'safe')
  const imitated = against.find(({ lookalikeOf }) => lookalikeOf !== undefined)
  const [first, second] = MIDDLE_GROUPS
  return (
    <StopPage
      title={hasChanged ? pay.block.titleChanged : pay.block.title}
      lead={leadOf(report, imitated?.undecided === true, pay.block)}
      onBack={onBack}
    >
      {imitated?.lookalikeOf === undefined ? (
        <div className="comparison">
          <div>
            <h2>{pay.block.paying}</h2>
            <Address value={report.target} />
          </div>
        </div>
      ) : (
        <Comparison target={report.target} genuine={imitated.lookalikeOf} />
      )}
      <div className="actions">
        <button type="button" className="button" onClick={onBack}>
          {pay.block.back}
        </button>
        <DecideLink report={report} reason={against.find(({ undecided }) => undecided)} />
      </div>
      <section className="stack">
        <h2>{pay.block.reasons}</h2>
        <ul className="stack">
          {against.map((reason) => (
            <li key={reason.code}>
              <Reasons reasons={[reason]} />
            </li>
          ))}
        </ul>
      </section>
      <details className="details">
        <summary>{pay.block.told}</summary>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (isMiddleOf(report.target, typed)) onOverrule()
            else setWrong(true)
          }}
        >
          <p>{pay.block.toldWhy}</p>
          <div className="field">
            <label htmlFor={field}>{words.address.middle(first + 1, second + 1)}</label>
            <input
              id={field}
              className="mono"
              value={typed}
              autoComplete="off"
              spellCheck={false}
              translate="no"
              aria-describedby={`${field}-fault`}
              aria-invalid={isWrong}
              onChange={({ target }) => {
                setTyped(target.value)
                setWrong(false)
              }}
            />
            <div id={`${field}-fault`} aria-live="assertive">
              {isWrong && <p className="fault">{words.address.middleWrong}</p>}
            </div>
          </div>
          <div>
            <button type="submit" className="link">
              {pay.block.goOn}
            </button>
          </div>
        </form>
      </details>
    </StopPage>
  )
}

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

function leadOf(
  report: RiskReport,
  isUndecided: boolean,
  words: { lead: string; leadUndecided: string; leadIncomplete: string },
): string {
  if (
    isForWantOfData({
      ...report,
      reasons: report.reasons.filter(({ severity }) => severity !== 'safe').map(({ code }) => code),
    })
  )
    return words.leadIncomplete
  return isUndecided ? words.leadUndecided : words.lead
}

function addressIn(text: string): AddressValue | undefined {
  const read = readRecipient(text, undefined)
  return read.kind === 'address' ? read.address : undefined
}
