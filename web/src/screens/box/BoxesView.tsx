import { type BoxDetails, boxStatus, MODE_PULL } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { ShortAddress } from '../../parts/Address.js'
import { Notice } from '../../parts/Notice.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'

/** One spending account of the list. */
export type ListedBox = {
  account: Address
  target: Address
  maxAmount: bigint
  /** What the chain says of it now; `undefined` while it is read. */
  state: BoxDetails | undefined
  /** Announced to the person's keys; the chain does not prove by whom. */
  isUnproven?: boolean | undefined
}

export type BoxesProps = {
  isConnected: boolean
  chainId: number
  /** `undefined` while they are read. */
  boxes: readonly ListedBox[] | undefined
  isComplete: boolean
  /** Whether those of hidden addresses are among them, or their keys are locked. */
  isSearched: boolean
  /** The name of an address in the book. */
  nameOf: (address: Address) => string | undefined
  now?: Date
  onAgain: () => void
}

/** The spending accounts of an owner, newest first. */
export function BoxesView({ isConnected, chainId, boxes, isComplete, isSearched, nameOf, now, onAgain }: BoxesProps) {
  const box = useBoxWords()
  const { format } = useWords()
  return (
    <>
      <div className="actions">
        <a className="button button-main" href="#/boxes/new">
          {box.make}
        </a>
      </div>
      {!isConnected && <Notice title={box.noWallet} />}
      {isConnected && !isComplete && (
        <Notice kind="warning" title={box.incomplete.title}>
          <p>{box.incomplete.why}</p>
          <div>
            <button type="button" className="button button-small" onClick={onAgain}>
              {box.incomplete.again}
            </button>
          </div>
        </Notice>
      )}
      {isConnected && boxes === undefined && <Skeleton />}
      {isConnected && isComplete && isSearched && boxes?.length === 0 && (
        <Notice title={box.empty.title}>
          <p>{box.empty.why}</p>
          <p className="hint">{box.empty.example}</p>
        </Notice>
      )}
      {boxes !== undefined && boxes.length > 0 && (
        <ol className="ledger">
          {boxes.map(({ account, target, maxAmount, state, isUnproven }) => (
            <li key={account}>
              <p>
                <a href={`#/box/${chainId}/${account}`}>{nameOf(target) ?? <ShortAddress value={target} />}</a>
                {state !== undefined && <>, {box.state[boxStatus(state)]}</>}
                {isUnproven === true && <>, {box.hidden.unproven}</>}
              </p>
              <p className="hint">
                {state === undefined
                  ? format.usdc(maxAmount)
                  : [
                      box.kinds[state.mode === MODE_PULL ? 'pull' : 'pay'],
                      box.spentOf(format.amount(state.spent), format.usdc(maxAmount)),
                      `${box.fact.until} ${format.moment(new Date(state.expiry * 1_000), now)}`,
                    ].join('\u00a0· ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
