import type { EphemeralPolicy } from '@holdfast/sdk/shield'
import { useState } from 'react'
import type { Address, Hex } from 'viem'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import type { HiddenDraft } from '../../journal/openRow.js'
import { useNavigateHere } from '../../parts/useNavigateHere.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import type { Session } from '../../wallets/useSession.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { TermsView } from './TermsView.js'

/** A spending account that can be created: always at the same address. */
export type BoxDraft = {
  factory: Address
  salt: Hex
  policy: EphemeralPolicy
  /** Its row of the journal. */
  entry?: string | undefined
  /** Of one of a hidden address, which is announced first. */
  announcement?: HiddenDraft['announcement'] | undefined
  isAnnounced?: boolean | undefined
}

/** The plans of a creation, beside the terms that it fixes for good: one of a hidden address is announced first. */
export function ReviewBox({ session, draft, onBack }: { session: Session; draft: BoxDraft; onBack: () => void }) {
  const { form: texts, done, announce: announcing } = useBoxWords()
  const navigate = useNavigateHere()
  const { chainId, chainName } = session
  const { factory, salt, policy, entry, announcement } = draft
  const [isAnnounced, setAnnounced] = useState(draft.isAnnounced !== false)
  const [params] = useState({ factory, salt, policy })
  const common = { session, chainId, chainName, entry, onBack, onOpen: () => navigate('/boxes') }
  if (!isAnnounced && announcement !== undefined)
    return (
      <Screen title={texts.title} lead={announcing.lead}>
        <LazyPlanRun<'announceStealthBox'>
          {...common}
          key="announce"
          operation="announceStealthBox"
          params={announcement}
          press={announcing.press}
          note={<TermsView policy={policy} />}
          onDone={() => setAnnounced(true)}
        />
      </Screen>
    )
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <LazyPlanRun<'createEphemeral'>
        {...common}
        key="create"
        operation="createEphemeral"
        params={params}
        amountLabel={texts.most}
        press={texts.press}
        note={<TermsView policy={policy} />}
        onDone={({ account }) => {
          announce(done.create)
          navigate(`/box/${chainId}/${account}`)
        }}
      />
    </Screen>
  )
}
