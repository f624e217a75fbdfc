import type { BoxDetails } from '@holdfast/sdk/shield'
import { type Hex, isAddressEqual } from 'viem'
import { Notice } from '../../parts/Notice.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { type Doing, resumeOf } from './Doing.js'
import type { OpenBoxFlow } from './useOpenBoxFlows.js'

/** An operation whose outcome is open: the chain is asked first, by the plan of the same operation. */
export function OpenFlowNotice({
  flow,
  box,
  ephemeralPubKey,
  onGoOn,
  onClose,
}: {
  flow: OpenBoxFlow
  box: BoxDetails
  ephemeralPubKey: Hex | undefined
  onGoOn: (doing: Doing) => void
  onClose: () => void
}) {
  const { unfinished, open } = useBoxWords()
  const { plan } = flow
  const after = plan.effects.find(({ account }) => isAddressEqual(account, box.account))?.after ?? 0n
  const next = plan.operation === 'sweepToVault' && box.balance === 0n ? undefined : resumeOf(flow, ephemeralPubKey)
  if (next !== undefined)
    return (
      <Notice title={unfinished.title}>
        <p>{unfinished.why}</p>
        <div>
          <button type="button" className="button button-small" onClick={() => onGoOn(next)}>
            {unfinished.press}
          </button>
        </div>
      </Notice>
    )
  const { title, said } = outcomeOf()
  function outcomeOf(): { title: string; said: string } {
    const { balance } = box
    if (plan.operation === 'sweepToVault') return { ...open.sweep, said: open.sweep.arrived }
    if (plan.operation === 'submitPull')
      return { ...open.pull, said: balance !== null && balance <= after ? open.pull.arrived : open.pull.missing }
    return { ...open.fund, said: balance !== null && balance >= after ? open.fund.arrived : open.fund.missing }
  }
  return (
    <Notice title={title}>
      <p>{said}</p>
      <div>
        <button type="button" className="button button-small" onClick={onClose}>
          {open.close}
        </button>
      </div>
    </Notice>
  )
}
