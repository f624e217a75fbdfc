import { useCheck } from '@holdfast/react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { firewallOf, waitOf } from '../../parts/firewallOf.js'
import { readAmount } from '../../parts/readAmount.js'
import { LazyBlock } from '../../payee/LazyStops.js'
import { decisionOn, type Overruled } from '../../payee/Overruled.js'
import { readRecipient, type TypedRecipient } from '../../payee/readRecipient.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { usePayWords } from '../../words/usePayWords.js'
import type { Waiting } from '../../words/Words.js'
import { emptyForm, keepDraft, readDraft } from './draft.js'
import type { Payment, SendForm } from './Payment.js'
import { SendFormView } from './SendFormView.js'
import { Unfinished } from './Unfinished.js'
import { useBalance } from './useBalance.js'

const ReviewScreen = lazy(() => import('./ReviewScreen.js').then(({ ReviewScreen }) => ({ default: ReviewScreen })))

/** A payment: the form, with the firewall while typing; the page of a block; the review, which loads when it is needed. */
export function SendScreen({ session, intro }: { session: Session; intro?: ReactNode }) {
  const pay = usePayWords()
  const isOnline = useOnline()
  const [form, setForm] = useState<SendForm>(() => readDraft() ?? emptyForm)
  const [areFaultsShown, setFaultsShown] = useState(false)
  const [overruled, setOverruled] = useState<Overruled>()
  const [blocked, setBlocked] = useState<Payment['report']>()
  const [payment, setPayment] = useState<Payment>()
  const { account, chainId } = session
  const lastForm = useRef(form)
  lastForm.current = form
  useEffect(() => () => keepDraft(lastForm.current, location.hash), [])

  const recipient = readRecipient(form.recipient, account)
  const target = useDeferredValue(recipient.kind === 'address' ? recipient.address : undefined)
  const balance = useBalance(account, chainId)
  const amount = readAmount(form.amount, balance)
  const check = useCheck({ chainId, sender: account, target })
  const report = check.data ?? undefined
  const firewall = firewallOf(check, report, target !== undefined && account !== undefined)
  const decision = decisionOn(report, overruled)
  const block = blocked ?? (report?.level === 'block' && decision === undefined ? report : undefined)
  // The page of a block loads, and nothing is reviewed before it is here. While an address is deferred, the answer is of another one.
  const isCurrent = block === undefined && recipient.kind === 'address' && target === recipient.address
  const open = useOpenRows()
  const isSent = open?.some((row) => row.hasSent({ operation: 'sendProtected', account, chainId, to: target }))
  const answer = isSent ? 'open' : waitOf(firewall, isCurrent && open !== undefined)
  const waits = waitingOf({ session, isOnline, recipient, amount, check: answer })

  const change = (next: Partial<SendForm>) => {
    setForm((before) => ({ ...before, ...next }))
    if (next.recipient !== undefined) setFaultsShown(false)
  }
  if (payment !== undefined)
    return (
      <Suspense fallback={<p className="quiet">{pay.send.preparing}</p>}>
        <ReviewScreen
          session={session}
          payment={payment}
          onBack={() => setPayment(undefined)}
          onBlocked={(found) => {
            setPayment(undefined)
            setOverruled(undefined)
            setBlocked(found)
          }}
        />
      </Suspense>
    )
  return (
    <Screen title={pay.send.title} lead={pay.send.lead}>
      <SendFormView
        form={form}
        recipient={recipient}
        firewall={firewall}
        balance={account === undefined ? null : balance}
        waits={waits}
        areFaultsShown={areFaultsShown}
        onChange={change}
        onLeave={() => setFaultsShown(true)}
        onAgain={() => void check.refetch()}
        onReview={() => {
          if (recipient.kind === 'address' && amount.kind === 'amount' && report !== undefined)
            setPayment({ to: recipient.address, amount: amount.amount, time: form.time, report, overruled: decision })
        }}
      >
        {intro}
        <Unfinished account={account} />
        <WalletNotice session={session} />
      </SendFormView>
      {block !== undefined && (
        <LazyBlock
          report={block}
          hasChanged={blocked !== undefined}
          onBack={() => {
            setBlocked(undefined)
            change({ recipient: '' })
            announce(pay.send.recipient)
          }}
          onOverrule={() => {
            setOverruled({ report: block, at: Date.now() })
            setBlocked(undefined)
          }}
        />
      )}
    </Screen>
  )
}

/** What the button waits for, the first thing first. */
function waitingOf({
  session,
  isOnline,
  recipient,
  amount,
  check,
}: {
  session: Session
  isOnline: boolean
  recipient: TypedRecipient
  amount: ReturnType<typeof readAmount>
  check: Waiting | undefined
}): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (!session.hasContract) return 'contract'
  if (session.account === undefined) return 'wallet'
  if (session.isStray) return 'network'
  if (recipient.kind !== 'address') return 'recipient'
  if (amount.kind !== 'amount') return 'amount'
  return check
}
