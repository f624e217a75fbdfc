import type { Address as AddressValue, Hash } from 'viem'
import { Address } from '../../parts/Address.js'
import { CopyButton } from '../../parts/CopyButton.js'
import { Tick } from '../../parts/Icon.js'
import { useWalkWords } from '../../words/useWalkWords.js'
import { useWords } from '../../words/useWords.js'

/** Where the walk is. */
export type WalkStage = 'new' | 'starting' | 'funded' | 'attacking' | 'attacked'

/** A row of a history in which nothing is hidden. */
export type WalkRow = { txHash: Hash; to: AddressValue; amount: bigint }

/** The walk from an attack to a claim: what to do next, and a history as it is seen elsewhere. */
export function WalkView({
  stage,
  rows,
  bob,
  lost,
  hasFailed,
  onStart,
  onAttack,
}: {
  stage: WalkStage
  /** Newest first. */
  rows: readonly WalkRow[]
  bob: AddressValue | undefined
  /** What the same attack took from a client without a firewall. */
  lost: bigint
  hasFailed: boolean
  onStart: () => void
  onAttack: () => void
}) {
  const words = useWalkWords()
  const { format } = useWords()
  const isAttacked = stage === 'attacked'
  return (
    <section className="card stack walk" aria-labelledby="walk-title">
      <div>
        <h2 id="walk-title">{words.title}</h2>
        <p className="lead">{words.lead}</p>
      </div>
      {stage === 'new' || stage === 'starting' ? (
        <Press isBusy={stage === 'starting'} busy={words.starting} onPress={onStart}>
          {words.start}
        </Press>
      ) : (
        <ol className="steps">
          <Step at={1} state={isAttacked ? 'done' : 'now'} title={words.attack.title} why={words.attack.why}>
            {!isAttacked && (
              <Press isBusy={stage === 'attacking'} busy={words.attack.pressed} onPress={onAttack}>
                {words.attack.press}
              </Press>
            )}
          </Step>
          <Step at={2} state={isAttacked ? 'now' : 'next'} title={words.copy.title} why={words.copy.why}>
            {isAttacked && <PlainHistory rows={rows} />}
            {isAttacked && <p className="hint">{words.copy.after}</p>}
            {isAttacked && lost > 0n && <p className="hint">{words.copy.unguarded(format.usdc(lost))}</p>}
          </Step>
          <Step at={3} state={isAttacked ? 'now' : 'next'} title={words.pay.title} why={words.pay.why}>
            {isAttacked && bob !== undefined && (
              <div className="told">
                <p className="hint">{words.bob}</p>
                <Address value={bob} />
                <CopyButton text={bob} label={words.copyBob} />
              </div>
            )}
          </Step>
          <Step at={4} state="next" title={words.claim.title} why={words.claim.why} />
        </ol>
      )}
      {hasFailed && (
        <p className="fault" role="alert">
          {words.failed}
        </p>
      )}
    </section>
  )
}

function Step({
  at,
  state,
  title,
  why,
  children,
}: {
  at: number
  state: 'done' | 'now' | 'next'
  title: string
  why: string
  children?: React.ReactNode
}) {
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="sign" aria-hidden="true">
        {state === 'done' ? <Tick /> : at}
      </span>
      <div className="stack-small">
        <h3>{title}</h3>
        {state !== 'done' && <p>{why}</p>}
        {children}
      </div>
    </li>
  )
}

/** What a wallet without a firewall shows: few characters of each address, and no word on what was planted. */
function PlainHistory({ rows }: { rows: readonly WalkRow[] }) {
  const words = useWalkWords()
  const { words: common, format } = useWords()
  return (
    <figure>
      <figcaption>{words.history}</figcaption>
      <ul>
        {rows.map(({ txHash, to, amount }, index) => (
          <li key={`${txHash}${to}`}>
            <span>{words.out(format.usdc(amount))}</span>
            <span className="mono" translate="no" dir="ltr">
              {`${to.slice(0, 6)}…${to.slice(-4)}`.toLowerCase()}
            </span>
            <CopyButton text={to} label={common.app.copy} name={words.copyRow(String(index + 1))} />
          </li>
        ))}
      </ul>
      <p className="hint">{words.historyWhy}</p>
    </figure>
  )
}

function Press({
  isBusy,
  busy,
  onPress,
  children,
}: {
  isBusy: boolean
  busy: string
  onPress: () => void
  children: string
}) {
  return (
    <div className="actions">
      <button
        type="button"
        className="button button-main"
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) onPress()
        }}
      >
        {children}
      </button>
      <span className="quiet" role="status">
        {isBusy && busy}
      </span>
    </div>
  )
}
