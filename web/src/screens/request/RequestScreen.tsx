import { useCheck, useHoldfast, useJournal, useVerifyPaymentRequest } from '@holdfast/react'
import {
  RequestExpiredError,
  RequestMalformedError,
  RequestSignatureInvalidError,
  UnknownChainError,
} from '@holdfast/sdk/errors'
import {
  findPaidRequest,
  paymentOfRequest,
  readPaymentRequest,
  type SignedPaymentRequest,
  type VerifiedPaymentRequest,
} from '@holdfast/sdk/requests'
import { lazy, Suspense, useState } from 'react'
import { isAddressEqual, isHash } from 'viem'
import { useConfig } from 'wagmi'
import { useHashLocation } from 'wouter/use-hash-location'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { firewallOf, waitOf } from '../../parts/firewallOf.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { readAmount } from '../../parts/readAmount.js'
import { LazyBlock } from '../../payee/LazyStops.js'
import { decisionOn, type Overruled } from '../../payee/Overruled.js'
import { useNames } from '../../people/usePeople.js'
import { type Session, sessionOn } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import type { RequestFault } from '../../words/RequestWords.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useRequestWords } from '../../words/useRequestWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import type { Payment, Time } from '../send/Payment.js'
import { Unfinished } from '../send/Unfinished.js'
import { useBalance } from '../send/useBalance.js'
import { RequestFaultView } from './RequestFaultView.js'
import { RequestView } from './RequestView.js'

const ReviewScreen = lazy(() =>
  import('../send/ReviewScreen.js').then(({ ReviewScreen }) => ({ default: ReviewScreen })),
)

/** A signed payment request. Opening it reads it; the payment is reviewed like any other. */
export function RequestScreen({ text, session }: { text: string; session: Session }) {
  const { chains } = useConfig()
  const [read] = useState(() => readRequest(text))
  if ('fault' in read) return <RequestFaultScreen fault={read.fault} />
  const chain = chains.find(({ id }) => id === read.signed.chainId)
  if (chain === undefined) return <RequestFaultScreen fault="other_chain" />
  return <SignedRequest signed={read.signed} session={sessionOn(session, chain)} home={`/request/${text}`} />
}

function SignedRequest({ signed, session, home }: { signed: SignedPaymentRequest; session: Session; home: string }) {
  const { format } = useWords()
  const words = useRequestWords()
  const { chainId } = signed
  const verification = useVerifyPaymentRequest({
    chainId,
    signed,
    query: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  })
  const verified = verification.data ?? undefined
  const fault = faultOf(verification.error) ?? (isOwn(session, signed) ? 'own' : undefined)
  if (fault !== undefined) return <RequestFaultScreen fault={fault} />
  const title = words.title(signed.amount === 0n ? undefined : format.usdc(signed.amount))
  if (verification.error !== null)
    return (
      <Screen title={title} lead={words.lead}>
        <ReadFault read={verification} />
      </Screen>
    )
  return (
    <PayableRequest
      verified={verified}
      signed={signed}
      session={session}
      home={home}
      title={title}
      onVerify={async () => {
        // A query that fails keeps what it had.
        const { data, isSuccess } = await verification.refetch()
        return isSuccess ? (data ?? undefined) : undefined
      }}
    />
  )
}

function PayableRequest({
  verified,
  signed,
  session,
  home,
  title,
  onVerify,
}: {
  verified: VerifiedPaymentRequest | undefined
  /** Verifies it once more. */
  onVerify: () => Promise<VerifiedPaymentRequest | undefined>
  signed: SignedPaymentRequest
  session: Session
  home: string
  title: string
}) {
  const pay = usePayWords()
  const words = useRequestWords()
  const isOnline = useOnline()
  const nameOf = useNames()
  const [, navigate] = useHashLocation()
  const { account } = session
  const { chainId, payee } = signed
  const { journal } = useHoldfast()
  const [typed, setTyped] = useState('')
  const [time, setTime] = useState<Time>('day')
  /** Earlier payments in spite of which the person wants to pay. */
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const [overruled, setOverruled] = useState<Overruled>()
  const [blocked, setBlocked] = useState<Payment['report']>()
  const [payment, setPayment] = useState<Payment>()
  const balance = useBalance(account, chainId)
  const check = useCheck({ chainId, sender: account, target: payee, source: verified?.source })
  const report = check.data ?? undefined
  const firewall = firewallOf(check, report, account !== undefined)
  const chosen = readAmount(typed, balance)
  const amount = signed.amount > 0n ? signed.amount : chosen.kind === 'amount' ? chosen.amount : undefined
  const rows = useJournal()
  const earlier = verified === undefined ? [] : earlierOf(rows.data ?? [], signed)
  // Another account may have been connected since.
  const decision = decisionOn(report, overruled)
  const block = blocked ?? (report?.level === 'block' && decision === undefined ? report : undefined)
  const open = useOpenRows()
  const isSent = open?.some((row) => row.hasSent({ operation: 'sendProtected', account, chainId, to: payee }))
  // The page of a block loads, and nothing is reviewed before it is here.
  const isRead = block === undefined && !rows.isPending && open !== undefined
  const waits = waitingOf({
    session,
    isOnline,
    isShort: balance !== undefined && signed.amount > balance,
    amount,
    check: isSent ? 'open' : waitOf(firewall, isRead),
  })
  if (payment !== undefined)
    return (
      <Suspense fallback={<p className="quiet">{pay.send.preparing}</p>}>
        <ReviewScreen
          session={session}
          payment={payment}
          home={home}
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
    <Screen title={title} lead={words.lead}>
      <RequestView
        verified={verified}
        name={nameOf(payee)}
        firewall={firewall}
        typed={
          signed.amount > 0n
            ? undefined
            : { amount: typed, fault: chosen.kind === 'fault' ? chosen.fault : undefined, onType: setTyped }
        }
        time={time}
        balance={balance}
        earlier={earlier}
        isAgain={earlier.every(({ id }) => agreed.includes(id))}
        waits={waits}
        onTime={setTime}
        onPayAgain={() => setAgreed(earlier.map(({ id }) => id))}
        onAgain={() => void check.refetch()}
        onReview={async () => {
          // Its time may have passed while it was open.
          const current = await onVerify()
          if (current === undefined || amount === undefined || report === undefined) return
          const { hash, source } = current
          const paid = paymentOfRequest(current.request, { amount })
          const isOpen = async (entry: string) => {
            if ((await onVerify()) === undefined) return false
            const known = [...agreed, entry]
            // One that was only prepared pays nothing without the lock.
            const rows = (await journal.list()).filter(({ id, state }) => !known.includes(id) && state !== 'kept')
            return earlierOf(rows, signed).length === 0
          }
          setPayment({ ...paid, time, report, overruled: decision, request: { hash, source, isOpen } })
        }}
      >
        {isSent && <Unfinished account={account} />}
        <WalletNotice session={session} />
      </RequestView>
      {block !== undefined && (
        <LazyBlock
          report={block}
          hasChanged={blocked !== undefined}
          onBack={() => navigate('/')}
          onOverrule={() => {
            setOverruled({ report: block, at: Date.now() })
            setBlocked(undefined)
          }}
        />
      )}
    </Screen>
  )
}

function RequestFaultScreen({ fault }: { fault: RequestFault }) {
  const words = useRequestWords()
  return (
    <Screen title={words.fault[fault].title}>
      <RequestFaultView fault={fault} />
    </Screen>
  )
}

function readRequest(text: string): { signed: SignedPaymentRequest } | { fault: RequestFault } {
  try {
    const signed = readPaymentRequest(`#/request/${text}`)
    // Whether it can be paid at all; an open amount is chosen later.
    paymentOfRequest(signed, signed.amount === 0n ? { amount: 1n } : {})
    return { signed }
  } catch (error) {
    return { fault: error instanceof UnknownChainError ? 'other_chain' : (faultOf(error) ?? 'not_a_request') }
  }
}

function faultOf(error: unknown): RequestFault | undefined {
  if (error instanceof RequestMalformedError) return error.problem
  if (error instanceof RequestExpiredError) return error.reason
  return error instanceof RequestSignatureInvalidError ? 'signature_invalid' : undefined
}

function isOwn({ account }: Session, { payee }: SignedPaymentRequest): boolean {
  return account !== undefined && isAddressEqual(account, payee)
}

/** Payments of this request that the journal has, also those whose outcome is open. */
function earlierOf(
  rows: readonly { id: string; state: string; params: { readonly [name: string]: unknown } }[],
  signed: SignedPaymentRequest,
): { id: string; href: string }[] {
  const payments = rows.flatMap(({ id, state, params: { requestHash } }) =>
    typeof requestHash === 'string' && isHash(requestHash) && state !== 'failed' ? [{ requestHash, id }] : [],
  )
  // The page of a row looks for its payment, and goes on to it.
  return findPaidRequest(signed, payments).map(({ id }) => ({ id, href: `#/sending/${id}` }))
}

function waitingOf({
  session,
  isOnline,
  isShort,
  amount,
  check,
}: {
  session: Session
  isOnline: boolean
  isShort: boolean
  amount: bigint | undefined
  check: Waiting | undefined
}): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (!session.hasContract) return 'contract'
  if (session.account === undefined) return 'wallet'
  if (session.isStray) return 'network'
  if (amount === undefined) return 'amount'
  if (isShort) return 'balance'
  return check
}
