import { Fault } from '../../parts/Fault.js'
import { forgetStealthKeys } from '../../stealth/stealthKeys.js'
import type { Discovery } from '../../stealth/useDiscovery.js'
import { useUnlock } from '../../stealth/useUnlock.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { HiddenView } from './HiddenView.js'

/** Asks for the keys of hidden spending accounts, and shows the search. */
export function Hidden({ session, discovery }: { session: Session; discovery: Discovery & { isUnlocked: boolean } }) {
  const { plan } = useFlowWords()
  const { unlock, isAsking, fault, error } = useUnlock(session.account, session.chainId)
  const hasDeclined = error instanceof Error && error.name === 'UserRejectedRequestError'
  const failure = discovery.error ?? (hasDeclined ? undefined : error)
  return (
    <HiddenView
      isUnlocked={discovery.isUnlocked}
      isAsking={isAsking}
      fault={fault}
      progress={discovery.progress}
      found={discovery.boxes?.length}
      onUnlock={() => void unlock()}
      onForget={forgetStealthKeys}
    >
      {hasDeclined && <p>{plan.declined}</p>}
      {failure !== undefined && failure !== null && <Fault error={failure} />}
    </HiddenView>
  )
}
