import { InsufficientFundsError, ServiceUnavailableError, StalePlanError } from '@holdfast/sdk/errors'
import type { LinkState } from '@holdfast/sdk/links'
import type { TransferStatus } from '@holdfast/sdk/transfer'
import type { ReactNode } from 'react'
import { ReleaseView } from '../app/ReleaseNotice.js'
import { Screen } from '../app/Screen.js'
import { Fault } from '../parts/Fault.js'
import { Notice } from '../parts/Notice.js'
import { ReadFault } from '../parts/ReadFault.js'
import { BlockView, ChangedPasteView } from '../payee/StopPages.js'
import { PlanFault } from '../plan/PlanFault.js'
import { type ClaimCardProps, ClaimCardView, claimHeading } from '../screens/claim/ClaimCardView.js'
import { ClaimEntryView } from '../screens/claim/ClaimEntryView.js'
import { ProgressView } from '../screens/send/ProgressView.js'
import { ResumeView } from '../screens/send/ResumeView.js'
import { type ReviewProps, ReviewView } from '../screens/send/ReviewView.js'
import { type SendFormProps, SendFormView } from '../screens/send/SendFormView.js'
import { UnfinishedView } from '../screens/send/Unfinished.js'
import { SwappedView } from '../screens/transfer/SwappedView.js'
import { type TransferProps, TransferView } from '../screens/transfer/TransferView.js'
import { WalletNoticeView } from '../wallets/WalletNotice.js'
import { useClaimWords } from '../words/useClaimWords.js'
import { usePayWords } from '../words/usePayWords.js'
import { useReviewWords } from '../words/useReviewWords.js'
import { useTransferWords } from '../words/useTransferWords.js'
import { useWords } from '../words/useWords.js'
import { type ActivityCells, activityCells } from './activityCells.js'
import type { Cell, CellsOf } from './Cell.js'
import * as made from './fixtures.js'
import { type LinkCells, linkCells } from './linkCells.js'
import { type PeopleCells, peopleCells } from './peopleCells.js'
import { type ReceiveCells, receiveCells } from './receiveCells.js'
import { type SettingsCells, settingsCells } from './settingsCells.js'

/** The states of each screen. One without an entry below does not compile. */
export type Cells = ActivityCells &
  LinkCells &
  PeopleCells &
  ReceiveCells &
  SettingsCells & {
    send: Cell | 'safe' | 'warning' | 'wrong_address' | 'wrong_amount' | 'clipboard' | 'unfinished' | 'release'
    block: 'lookalike' | 'undecided' | 'incomplete' | 'changed'
    review: 'known' | 'named' | 'first' | 'preparing' | 'rejected' | 'stale' | 'failed' | 'account_changed'
    progress: 'sign' | 'confirm' | 'silent' | 'account_changed'
    resume: 'looking' | 'not_found' | 'gone'
    code: 'shown' | 'refused_storage' | 'not_kept' | 'offline' | 'other_account'
    swapped: 'open' | 'working' | 'back' | 'read_only' | 'terms' | 'link'
    claim:
      | Exclude<Cell, 'pending' | 'rejected'>
      | Exclude<LinkState, 'open'>
      | 'wrong_code'
      | 'attempts'
      | 'rejected'
      | 'pending'
      | 'unknown'
      | 'limited'
      | 'own_account'
      | 'other_account'
      | 'done'
      | 'wrong_link'
    transfer:
      | Exclude<Cell, 'partial' | 'empty' | 'no_contract'>
      | Exclude<TransferStatus, 'NONE'>
      | 'missing'
      | 'limited'
      | 'overdue'
      | 'lost'
      | 'confirming'
  }

/** Every state of every screen, drawn from fixtures. */
export const CELLS: CellsOf<Cells> = {
  ...activityCells,
  ...linkCells,
  ...peopleCells,
  ...receiveCells,
  ...settingsCells,
  send: {
    empty: () => <Send waits="recipient" />,
    loading: () => <Send {...typed} firewall={{ state: 'checking' }} waits="checking" />,
    failed: () => <Send {...typed} firewall={{ state: 'unanswered' }} waits="refused" />,
    partial: () => <Send {...typed} firewall={{ state: 'answered', report: made.reports.partial }} />,
    offline: () => (
      <Send {...typed} waits="offline">
        <Offline />
      </Send>
    ),
    wrong_network: () => (
      <Send waits="network">
        <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
      </Send>
    ),
    no_wallet: () => <Send balance={null} waits="wallet" />,
    no_contract: () => (
      <Send waits="contract">
        <WalletNoticeView session={{ ...made.session, hasContract: false, chainName: 'Ethereum' }} onSwitch={nothing} />
      </Send>
    ),
    rejected: () => <Review before={<Fault error={made.declined} />} />,
    pending: () => <Progress at={3} phase="confirm" />,
    safe: () => <Send {...typed} firewall={{ state: 'answered', report: made.reports.known }} />,
    warning: () => <Send {...typed} firewall={{ state: 'answered', report: made.reports.fresh }} />,
    wrong_address: () => (
      <Send
        form={{ recipient: made.bob.replace('A', 'a'), amount: '', time: 'hour' }}
        recipient={{ kind: 'fault', fault: 'checksum' }}
        areFaultsShown
        waits="recipient"
      />
    ),
    wrong_amount: () => (
      <Send {...typed} form={{ recipient: made.bob, amount: '1,500', time: 'hour' }} areFaultsShown waits="amount" />
    ),
    clipboard: () => <ChangedPasteView pasted={made.bob} arrived={made.carol} onBack={nothing} />,
    release: () => (
      <Send {...typed}>
        <ReleaseView onReload={nothing} />
      </Send>
    ),
    unfinished: () => (
      <Send {...typed} firewall={{ state: 'answered', report: made.reports.known }} waits="open">
        <UnfinishedView payments={[{ id: 'a', href: '#/sending/a', amount: 25_000_000n }]} />
      </Send>
    ),
  },
  block: {
    lookalike: () => (
      <BlockView report={made.reports.lookalike} hasChanged={false} onBack={nothing} onOverrule={nothing} />
    ),
    undecided: () => (
      <BlockView report={made.reports.undecided} hasChanged={false} onBack={nothing} onOverrule={nothing} />
    ),
    incomplete: () => (
      <BlockView report={made.reports.incomplete} hasChanged={false} onBack={nothing} onOverrule={nothing} />
    ),
    changed: () => <BlockView report={made.reports.lookalike} hasChanged onBack={nothing} onOverrule={nothing} />,
  },
  review: {
    known: () => <Review />,
    named: () => <Review name={made.bobsName} />,
    first: () => (
      <Review
        payment={made.firstPayment}
        plan={made.planOf(made.firstPayment)}
        middle={{ typed: '', onType: nothing }}
        waits="middle"
      />
    ),
    preparing: () => <Review plan={undefined} isReady={false} waits="plan" />,
    rejected: () => <Review before={<Fault error={made.declined} />} />,
    stale: () => <Review before={<PlanFault error={stale} />} />,
    failed: () => (
      <Review before={<Fault error={short} />} plan={undefined} hasFailed isReady={false} waits="checking" />
    ),
    account_changed: () => <Review drift="account" waits="drift" />,
  },
  progress: {
    sign: () => <Progress at={2} phase="sign" />,
    confirm: () => <Progress at={3} phase="confirm" />,
    silent: () => <Progress at={3} phase="sign" isSilent />,
    account_changed: () => <Progress at={2} phase="sign" drift="account" />,
  },
  resume: {
    looking: () => <Resume state="looking" />,
    not_found: () => <Resume state="not_found" />,
    gone: () => <Resume state="gone" />,
  },
  code: {
    shown: () => <Transfer code={made.code} />,
    refused_storage: () => <Transfer code={made.code} isKept={false} />,
    not_kept: () => <Transfer code={undefined} isCodeKept={false} />,
    offline: () => (
      <Transfer code={made.code} isOnline={false}>
        <Offline />
      </Transfer>
    ),
    other_account: () => <Transfer isSender={false} account={made.carol} />,
  },
  swapped: {
    open: () => <Swapped />,
    working: () => <Swapped working />,
    back: () => <Swapped transfer={made.transferOf({ to: made.impostor, status: 'CANCELLED' })} />,
    read_only: () => <Swapped isSender={false} />,
    terms: () => <Swapped transfer={made.transferOf(otherTerms)} />,
    link: () => (
      <Swapped
        shown={{ ...made.reviewed, to: made.zero }}
        transfer={made.transferOf({ ...otherTerms, to: made.impostor })}
      />
    ),
  },
  claim: {
    empty: () => <ClaimEntry isWrong={false} />,
    wrong_link: () => <ClaimEntry isWrong />,
    loading: () => <Claim preview={undefined} />,
    failed: () => (
      <Claim preview={undefined}>
        <ReadFault read={made.failedWith(unreachable)} />
      </Claim>
    ),
    partial: () => (
      <Claim press={{ at: 'over', outcome: { kind: 'refused', fault: 'wrong_code', attempts: undefined } }} />
    ),
    limited: () => (
      <Claim>
        <Fault error={made.limited} />
      </Claim>
    ),
    offline: () => (
      <Claim waits="offline">
        <Offline />
      </Claim>
    ),
    wrong_network: () => (
      <Claim account={made.bob}>
        <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
      </Claim>
    ),
    no_wallet: () => <Claim nameOf={() => 'Alice'} />,
    no_contract: () => <OtherChain />,
    rejected: () => (
      <Claim account={made.bob} hasService={false}>
        <Fault error={made.declined} />
      </Claim>
    ),
    pending: () => <Claim press={{ at: 'pressed', isUnknown: false }} />,
    unknown: () => <Claim press={{ at: 'pressed', isUnknown: true }} />,
    wrong_code: () => (
      <Claim press={{ at: 'over', outcome: { kind: 'refused', fault: 'wrong_code', attempts: undefined } }} />
    ),
    attempts: () => <Claim press={{ at: 'over', outcome: { kind: 'refused', fault: 'wrong_code', attempts: 2 } }} />,
    own_account: () => <Claim account={made.bob} />,
    other_account: () => <Claim account={made.carol} />,
    done: () => (
      <Claim preview={made.previewOf({ state: 'claimed' })} press={{ at: 'over', outcome: { kind: 'claimed' } }} />
    ),
    locked: () => <Claim preview={made.previewOf({ state: 'locked' })} />,
    claimed: () => <Claim preview={made.previewOf({ state: 'claimed' })} />,
    cancelled: () => <Claim preview={made.previewOf({ state: 'cancelled' })} />,
    returned: () => <Claim preview={made.previewOf({ state: 'returned' })} />,
    expired: () => <Claim preview={made.previewOf({ state: 'expired' })} />,
    replaced: () => <Claim preview={made.previewOf({ state: 'replaced' })} />,
  },
  transfer: {
    loading: () => <Transfer transfer={undefined} />,
    missing: () => <Missing />,
    failed: () => (
      <Transfer>
        <AsOf />
      </Transfer>
    ),
    limited: () => (
      <Transfer transfer={undefined}>
        <ReadFault read={made.failedWith(made.limited)} />
      </Transfer>
    ),
    offline: () => (
      <Transfer isOnline={false}>
        <Offline />
      </Transfer>
    ),
    wrong_network: () => (
      <Transfer>
        <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
      </Transfer>
    ),
    no_wallet: () => <Transfer isSender={false} account={undefined} isCodeKept={false} />,
    rejected: () => (
      <Transfer>
        <Fault error={made.declined} />
      </Transfer>
    ),
    pending: () => <Transfer working="cancel" />,
    lost: () => (
      <Transfer transfer={made.transferOf({ status: 'CLAIMED' })}>
        <Lost />
      </Transfer>
    ),
    confirming: () => <Transfer code={made.code} />,
    PENDING: () => <Transfer code={made.code} nameOf={() => made.bobsName} />,
    LOCKED: () => <Transfer transfer={made.transferOf({ status: 'LOCKED', attempts: 5 })} code={made.code} />,
    CLAIMED: () => <Transfer transfer={made.transferOf({ status: 'CLAIMED' })} />,
    CANCELLED: () => <Transfer transfer={made.transferOf({ status: 'CANCELLED' })} />,
    RECLAIMED: () => <Transfer transfer={made.transferOf({ status: 'RECLAIMED' })} />,
    overdue: () => <Transfer transfer={made.transferOf({ deadline: new Date('2026-01-01T12:00:00Z') })} />,
  },
}

const nothing = () => {}
const noName = () => undefined
const typed: Pick<SendFormProps, 'form' | 'recipient'> = {
  form: { recipient: made.bob, amount: '25', time: 'hour' },
  recipient: { kind: 'address', address: made.bob },
}
const stale = new StalePlanError('sendProtected', ['network_fee', 'firewall'])
const short = new InsufficientFundsError('balance', 25_000_000n, 4_000_000n, {
  do: 'add_funds',
  token: 'usdc',
  account: made.alice,
  atMost: 3_990_000n,
})
const unreachable = new ServiceUnavailableError('claiming', 'unreachable', { effect: 'none' })

function Send({ children, ...rest }: Partial<SendFormProps> & { children?: ReactNode }) {
  const pay = usePayWords()
  return (
    <Screen title={pay.send.title} lead={pay.send.lead}>
      <SendFormView
        form={{ recipient: '', amount: '', time: 'hour' }}
        recipient={{ kind: 'empty' }}
        firewall={{ state: 'idle' }}
        balance={500_000_000n}
        waits={undefined}
        areFaultsShown={false}
        onChange={nothing}
        onLeave={nothing}
        onAgain={nothing}
        onReview={nothing}
        {...rest}
      >
        {children}
      </SendFormView>
    </Screen>
  )
}

function Review({ before, ...rest }: Partial<ReviewProps> & { before?: ReactNode }) {
  const { review } = useReviewWords()
  return (
    <Screen title={review.title}>
      {before}
      <ReviewView
        payment={made.payment}
        plan={made.planOf(made.payment)}
        isReady
        hasFailed={false}
        middle={undefined}
        drift={undefined}
        waits={undefined}
        onBack={nothing}
        onAgain={nothing}
        onSend={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Progress({
  at,
  phase,
  isSilent = false,
  drift,
}: {
  at: number
  phase: 'sign' | 'confirm'
  isSilent?: boolean
  drift?: 'account'
}) {
  const { progress } = useReviewWords()
  const shown = { steps: ['checking', 'register', 'approve', 'lock'] as const, at, phase, txHash: made.txHash }
  return (
    <Screen title={progress.title} lead={progress.lead}>
      <ProgressView shown={shown} drift={drift} isSilent={isSilent} />
    </Screen>
  )
}

function Resume({ state }: { state: 'looking' | 'not_found' | 'gone' }) {
  const { progress } = useReviewWords()
  return (
    <Screen title={progress.resumeTitle}>
      <ResumeView
        state={state}
        amount={25_000_000n}
        to={made.bob}
        txHash={made.txHash}
        onLook={nothing}
        onGiveUp={nothing}
      />
    </Screen>
  )
}

function Transfer({ children, ...rest }: Partial<TransferProps> & { children?: ReactNode }) {
  const transferWords = useTransferWords()
  return (
    <Screen title={transferWords.title('42')}>
      {children}
      <TransferView
        transfer={made.transferOf()}
        nameOf={noName}
        isSender
        account={made.alice}
        code={made.code}
        isCodeKept
        working={undefined}
        isOnline
        isKept
        link={made.link}
        now={new Date()}
        onAct={nothing}
        {...rest}
      />
    </Screen>
  )
}

/** What a wallet can change besides the recipient. */
const otherTerms = { amount: 24_000_000n, configId: `0x${'22'.repeat(32)}`, claimHash: `0x${'cd'.repeat(32)}` } as const

function Swapped(rest: Partial<Parameters<typeof SwappedView>[0]>) {
  const transferWords = useTransferWords()
  return (
    <Screen title={transferWords.swapped.title} isHeadingHidden>
      <SwappedView
        shown={made.reviewed}
        transfer={made.transferOf({ to: made.impostor })}
        isSender
        working={false}
        onCancel={nothing}
        {...rest}
      />
    </Screen>
  )
}

function ClaimEntry({ isWrong }: { isWrong: boolean }) {
  const claimWords = useClaimWords()
  return (
    <Screen title={claimWords.title} lead={claimWords.lead}>
      <ClaimEntryView isWrong={isWrong} onOpen={nothing} />
    </Screen>
  )
}

function Claim({ children, ...rest }: Partial<ClaimCardProps> & { children?: ReactNode }) {
  const { format } = useWords()
  const claimWords = useClaimWords()
  const shown: ClaimCardProps = {
    now: new Date(),
    preview: made.previewOf(),
    account: undefined,
    nameOf: noName,
    hasService: true,
    code: made.code,
    press: { at: 'ready' },
    waits: undefined,
    onCode: nothing,
    onClaim: nothing,
    ...rest,
  }
  return (
    <Screen {...claimHeading(shown, { claimWords, format })}>
      {children}
      <ClaimCardView {...shown} />
    </Screen>
  )
}

function OtherChain() {
  const claimWords = useClaimWords()
  return (
    <Screen title={claimWords.otherChain.title}>
      <p>{claimWords.otherChain.why}</p>
    </Screen>
  )
}

function Missing() {
  const transferWords = useTransferWords()
  return (
    <Screen title={transferWords.missing.title}>
      <p>{transferWords.missing.why}</p>
    </Screen>
  )
}

function Offline() {
  const { words } = useWords()
  return <p className="notice">{words.app.offline}</p>
}

function Lost() {
  const transferWords = useTransferWords()
  return <Notice title={transferWords.lost.claimed} />
}

function AsOf() {
  const { words } = useWords()
  return <Notice kind="warning" title={words.app.asOf('14:26')} />
}
