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
  const { unfinished, fundOpen } = useBoxWords()
  const { plan } = flow
  const next = resumeOf(flow, ephemeralPubKey)
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
  const expected = plan.effects.find(({ account }) => isAddressEqual(account, box.account))?.after ?? 0n
  const isThere = plan.operation === 'submitPull' ? box.lastPull > 0 : (box.balance ?? 0n) >= expected
  return (
    <Notice title={fundOpen.title}>
      <p>{isThere ? fundOpen.arrived : fundOpen.missing}</p>
      <div>
        <button type="button" className="button button-small" onClick={onClose}>
          {fundOpen.close}
        </button>
      </div>
    </Notice>
  )
}
