import { useEffect } from 'react'
import { announce } from '../../app/announce.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { saidOf } from '../../parts/saidOf.js'
import { forgetStealthKeys } from '../../stealth/stealthKeys.js'
import type { Discovery } from '../../stealth/useDiscovery.js'
import { useUnlock } from '../../stealth/useUnlock.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { useWords } from '../../words/useWords.js'
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
  const language = useWords()
  const { unlock, isAsking, fault, error } = useUnlock(session.account, session.chainId)
  useEffect(() => {
    if (error !== undefined) void saidOf(error, language).then((said) => announce(said, 'assertive'))
  }, [error, language])
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
      <SilenceNotice isAwaited={isAsking} />
      {error !== undefined && <Fault error={error} />}
      {discovery !== undefined && <SearchFault {...discovery} />}
    </HiddenView>
  )
}

/** Why a search has failed. Another search does not help where the worker's file was changed. */
function SearchFault({ read, isFileChanged }: Discovery) {
  const { broken } = useWords().words.app
  if (!isFileChanged) return <ReadFault read={read} />
  return (
    <Notice kind="warning" title={broken.title}>
      <p>{broken.why}</p>
      <div>
        <button type="button" className="button button-small" onClick={() => location.reload()}>
          {broken.reload}
        </button>
      </div>
    </Notice>
  )
}
