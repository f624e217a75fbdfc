import { recommendClaimMode } from '@holdfast/sdk/transfer'
import { lazy, Suspense, useState } from 'react'
import { zeroAddress } from 'viem'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { useSent } from '../../journal/useSent.js'
import { readAmount } from '../../parts/readAmount.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { usePayWords } from '../../words/usePayWords.js'
import type { Waiting } from '../../words/Words.js'
import { Unfinished } from '../send/Unfinished.js'
import { useBalance } from '../send/useBalance.js'
import { type LinkForm, MakeLinkView } from './MakeLinkView.js'

const ReviewLinkScreen = lazy(async () => ({ default: (await import('./ReviewLinkScreen.js')).ReviewLinkScreen }))

/** Locks money for the holder of a link: the form, then its review, which loads when it is needed. */
export function MakeLinkScreen({ session }: { session: Session }) {
  const { make } = useLinkWords()
  const { send } = usePayWords()
  const isOnline = useOnline()
  const { account, chainId } = session
  const [form, setForm] = useState<LinkForm>({ amount: '', time: 'day', needsRelease: false })
  const [reviewed, setReviewed] = useState<{ amount: bigint; form: LinkForm }>()
  const balance = useBalance(account, chainId)
  const amount = readAmount(form.amount, balance)
  const sent = useSent({ operation: 'createPaymentLink', account, chainId })
  const waits = waitingOf(session, isOnline, sent !== undefined, amount.kind === 'amount')
  if (reviewed !== undefined)
    return (
      <Suspense fallback={<p className="quiet">{send.preparing}</p>}>
        <ReviewLinkScreen session={session} {...reviewed} onBack={() => setReviewed(undefined)} />
      </Suspense>
    )
  return (
    <Screen title={make.title} lead={make.lead}>
      <MakeLinkView
        form={form}
        isReleaseForced={amount.kind === 'amount' && needsRelease(amount.amount)}
        amountFault={amount.kind === 'fault' ? amount.fault : undefined}
        balance={account === undefined ? null : balance}
        waits={waits}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        onReview={() => amount.kind === 'amount' && setReviewed({ amount: amount.amount, form })}
      >
        <Unfinished account={account} />
        <WalletNotice session={session} />
      </MakeLinkView>
    </Screen>
  )
}

/** Whether the library locks this amount only with a release: there is no recipient to check. */
function needsRelease(amount: bigint): boolean {
  return recommendClaimMode({ to: zeroAddress, amount }) === 'KEY_RELEASE'
}

function waitingOf(session: Session, isOnline: boolean, isSent: boolean, hasAmount: boolean): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (!session.hasContract) return 'contract'
  if (session.account === undefined) return 'wallet'
  if (session.isStray) return 'network'
  if (isSent) return 'open'
  return hasAmount ? undefined : 'amount'
}
