import { Fault } from '../../parts/Fault.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { forgetStealthKeys } from '../../stealth/stealthKeys.js'
import type { Discovery } from '../../stealth/useDiscovery.js'
import { useUnlock } from '../../stealth/useUnlock.js'
import type { Session } from '../../wallets/useSession.js'
import { HiddenView } from './HiddenView.js'

/** Asks for the keys of hidden spending accounts, and shows the search for those that were announced, where there is one. */
export function Hidden({
  session,
  isUnlocked,
  discovery,
}: {
  session: Session
  isUnlocked: boolean
  discovery?: Discovery
}) {
  const { unlock, isAsking, fault, error } = useUnlock(session.account, session.chainId)
  return (
    <HiddenView
      isUnlocked={isUnlocked}
      isAsking={isAsking}
      fault={fault}
      progress={discovery?.progress}
      found={discovery?.boxes?.length}
      onUnlock={() => void unlock()}
      onForget={forgetStealthKeys}
    >
      {error !== undefined && <Fault error={error} />}
      {discovery !== undefined && <ReadFault read={discovery.read} />}
    </HiddenView>
  )
}
