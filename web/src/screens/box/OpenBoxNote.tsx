import type { BoxDetails } from '@holdfast/sdk/shield'
import type { Hex } from 'viem'
import type { OpenRow } from '../../journal/openRow.js'
import { SuspendingOpenNote } from '../../plan/LazyOpenNote.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { resumeOf } from './Doing.js'

/**
 * An operation whose outcome is open: the chain is asked first, by the plan of the same operation. The form below waits
 * for it, and would otherwise move while a person presses a button.
 */
export function OpenBoxNote({
  row,
  box,
  ephemeralPubKey,
  onGoOn,
}: {
  row: OpenRow
  box: BoxDetails
  ephemeralPubKey: Hex | undefined
  onGoOn: () => void
}) {
  const { unfinished, open } = useBoxWords()
  const { title } = unfinished
  const { plan } = row
  const { balance } = box
  // Another version may have kept something else as an effect.
  const isOwn = ({ account }: { account: unknown }) => String(account).toLowerCase() === box.account.toLowerCase()
  const after = plan.effects.find(isOwn)?.after ?? 0n
  if (resumeOf(row, box, ephemeralPubKey) !== undefined) {
    const goOn = (
      <button type="button" className="button button-small" onClick={onGoOn}>
        {unfinished.press}
      </button>
    )
    return <SuspendingOpenNote row={row} title={title} said={unfinished.why} goOn={goOn} />
  }
  if (plan.operation === 'settlePrivatePayment')
    return <SuspendingOpenNote row={row} title={title} said={unfinished.locked} />
  if (plan.operation === 'sweepToVault') return <SuspendingOpenNote row={row} title={title} said={open.sweep.arrived} />
  const isPull = plan.operation === 'submitPull'
  const hasMoved = balance !== null && (isPull ? balance <= after : balance >= after)
  const { arrived, missing } = isPull ? open.pull : open.fund
  return <SuspendingOpenNote row={row} title={title} said={hasMoved ? arrived : missing} />
}
