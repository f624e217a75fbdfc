import type { LookalikeSide } from '@holdfast/sdk/errors'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import { AddressWords } from '../../parts/AddressWords.js'
import { Comparison } from '../../parts/Comparison.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import { askedGroupsOf, isMiddleOf } from '../../parts/groupsOf.js'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { usePairWords } from '../../words/usePairWords.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useWords } from '../../words/useWords.js'
import type { Pair } from './findPair.js'

/** Why there is nothing to decide, now or at all. */
export type PairState = 'no_wallet' | 'wrong_link' | 'asking' | 'unanswered' | 'none'

export function PairNotice({ state, onAgain }: { state: PairState; onAgain: () => void }) {
  const words = usePairWords()
  const { words: shared } = useWords()
  switch (state) {
    case 'no_wallet':
      return <p className="notice">{shared.wait.wallet}</p>
    case 'asking':
      return (
        <p className="quiet">
          <span className="turning" aria-hidden="true" /> {words.comparing}
        </p>
      )
    case 'unanswered':
      return <FirewallNotice firewall={{ state }} onAgain={onAgain} />
    default: {
      const { title, why } = state === 'none' ? words.none : words.wrongLink
      return (
        <Notice title={title}>
          <p>{why}</p>
        </Notice>
      )
    }
  }
}

export type PairProps = {
  one: Address
  other: Address
  pair: Pair
  /** @param keep - The address that is right. */
  onDecide: (keep: Address, over: Address) => void
}

/** Two addresses that look alike, what is recorded about each, and the two groups that decide between them. */
export function PairView({ one, other, pair, onDecide }: PairProps) {
  const words = usePairWords()
  const pay = usePayWords()
  const field = useId()
  const [typed, setTyped] = useState('')
  const groups = askedGroupsOf(one, other)
  const right = (['one', 'other'] as const).find((side) => isMiddleOf(side === 'one' ? one : other, typed, groups))
  const isWrong = right === undefined && typed.replace(/\s/g, '').length >= 8
  const decide = () => {
    if (right === 'one') onDecide(one, other)
    if (right === 'other') onDecide(other, one)
  }
  const hasEvidence = pair.one !== undefined || pair.other !== undefined
  return (
    <>
      {!pair.isComplete && hasEvidence && <Notice kind="warning" title={words.incomplete} />}
      <Comparison target={one} genuine={other} labels={[words.one, words.other]} />
      {hasEvidence ? (
        <div className="pair">
          <Side title={words.one} address={one} side={pair.one} />
          <Side title={words.other} address={other} side={pair.other} />
        </div>
      ) : (
        <Notice kind="warning" title={words.noEvidence} />
      )}
      <form
        className="card stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          decide()
        }}
      >
        <h2>{words.ask.title}</h2>
        <p>{words.ask.why}</p>
        <div className="field">
          <label htmlFor={field}>{words.ask.field(groups[0] + 1, groups[1] + 1)}</label>
          <input
            id={field}
            className="mono"
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            translate="no"
            dir="ltr"
            aria-describedby={`${field}-found`}
            aria-invalid={isWrong}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div id={`${field}-found`} aria-live="assertive">
            {isWrong && <p className="fault">{words.ask.wrong}</p>}
            {right !== undefined && <p>{words.found[right]}</p>}
          </div>
        </div>
        <div className="actions">
          <WaitingButton waits={right === undefined ? 'middle' : undefined} onPress={decide}>
            {words.decide}
          </WaitingButton>
          <button type="button" className="link" onClick={() => history.back()}>
            {pay.block.back}
          </button>
        </div>
      </form>
    </>
  )
}

/** What is recorded about one of them. Amounts and dates; nothing here says which one is right. */
function Side({ title, address, side }: { title: string; address: Address; side: LookalikeSide | undefined }) {
  const words = usePairWords()
  const { format } = useWords()
  return (
    <section className="card stack">
      <h2>{title}</h2>
      {side !== undefined && (
        <ul className="stack-small">
          {side.saved !== undefined && <li>{words.saved[side.saved]}</li>}
          {side.isSettled && <li>{words.settled}</li>}
          <li>{side.payments === 0 ? words.neverPaid : words.paid(format.usdc(side.paid), side.payments)}</li>
          {side.firstPaidAt !== null && <li>{words.firstPaid(format.moment(side.firstPaidAt))}</li>}
          {side.income > 0n && <li>{words.income(format.usdc(side.income))}</li>}
          {side.baits > 0 && <li>{words.baits(side.baits)}</li>}
        </ul>
      )}
      <AddressWords value={address} />
    </section>
  )
}
