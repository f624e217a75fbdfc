import { ServiceUnavailableError } from '@holdfast/sdk/errors'
import type { LinkState } from '@holdfast/sdk/links'
import type { ReactNode } from 'react'
import { Screen } from '../app/Screen.js'
import { Fault } from '../parts/Fault.js'
import { ReadFault } from '../parts/ReadFault.js'
import { type AskerProps, AskerView } from '../screens/link/AskerView.js'
import { LinkReviewView } from '../screens/link/LinkReviewView.js'
import { type LinksProps, LinksView } from '../screens/link/LinksView.js'
import { type LinkProps, LinkView } from '../screens/link/LinkView.js'
import { type MakeLinkProps, MakeLinkView } from '../screens/link/MakeLinkView.js'
import { type PayProps, PayView } from '../screens/pay/PayView.js'
import { payHeading } from '../screens/pay/payHeading.js'
import { UnfinishedView } from '../screens/send/Unfinished.js'
import { WalletNoticeView } from '../wallets/WalletNotice.js'
import { useLinkWords } from '../words/useLinkWords.js'
import { useWords } from '../words/useWords.js'
import type { CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type LinkCells = {
  link:
    | 'empty'
    | 'filled'
    | 'forced_release'
    | 'wrong_amount'
    | 'no_wallet'
    | 'wrong_network'
    | 'no_contract'
    | 'offline'
    | 'pending'
  link_review: 'shown' | 'released' | 'preparing' | 'rejected' | 'failed' | 'account_changed'
  links: 'empty' | 'loading' | 'failed' | 'no_wallet' | 'shown'
  links_page:
    | Exclude<LinkState, 'replaced'>
    | 'loading'
    | 'failed'
    | 'offline'
    | 'not_here'
    | 'other_account'
    | 'pending'
    | 'rejected'
    | 'asked_none'
    | 'asked'
    | 'asked_known'
    | 'asked_blocked'
    | 'asked_checking'
    | 'asked_by_two'
  pay:
    | Exclude<LinkState, 'open'>
    | 'open'
    | 'release'
    | 'loading'
    | 'failed'
    | 'offline'
    | 'wrong_address'
    | 'no_service'
    | 'connected'
    | 'pending'
    | 'unknown'
    | 'refused'
    | 'done'
    | 'asked'
    | 'lost'
    | 'missing'
}

const nothing = () => {}
const unreachable = new ServiceUnavailableError('reading the links', 'unreachable', { effect: 'none' })
const text = `https://pay.example/#/pay/5042002/42/${'a'.repeat(43)}`
const open = made.transferOf({ to: made.zero })
const over = (status: 'CLAIMED' | 'CANCELLED' | 'RECLAIMED' | 'LOCKED') =>
  made.transferOf({ status, to: status === 'CLAIMED' ? made.bob : made.zero })

export const linkCells: CellsOf<LinkCells> = {
  link: {
    empty: () => <Make waits="amount" />,
    filled: () => <Make form={{ ...form, amount: '25' }} />,
    forced_release: () => <Make form={{ ...form, amount: '250' }} isReleaseForced />,
    wrong_amount: () => <Make form={{ ...form, amount: '1,500' }} amountFault="two_meanings" waits="amount" />,
    no_wallet: () => <Make balance={null} waits="wallet" />,
    wrong_network: () => (
      <Make waits="network">
        <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
      </Make>
    ),
    no_contract: () => (
      <Make waits="contract">
        <WalletNoticeView session={{ ...made.session, hasContract: false, chainName: 'Ethereum' }} onSwitch={nothing} />
      </Make>
    ),
    offline: () => (
      <Make waits="offline">
        <Offline />
      </Make>
    ),
    pending: () => (
      <Make form={{ ...form, amount: '25' }} waits="open">
        <UnfinishedView payments={[{ id: 'a', href: '#/link/a', amount: 25_000_000n }]} />
      </Make>
    ),
  },
  link_review: {
    shown: () => <Review />,
    released: () => <Review isReleased />,
    preparing: () => <Review isReady={false} />,
    rejected: () => <Review before={<Fault error={made.declined} />} />,
    failed: () => <Review isReady={false} hasFailed before={<Fault error={unreachable} />} />,
    account_changed: () => <Review drift="account" />,
  },
  links: {
    empty: () => <Links links={[]} />,
    loading: () => <Links links={undefined} />,
    failed: () => <FailedLinks />,
    no_wallet: () => <Links isConnected={false} />,
    shown: () => <Links />,
  },
  links_page: {
    loading: () => <Page transfer={undefined} state={undefined} />,
    failed: () => (
      <Page transfer={undefined} state={undefined} before={<ReadFault read={made.failedWith(unreachable)} />} />
    ),
    offline: () => <Page before={<Offline />} isOnline={false} />,
    not_here: () => <Page text={undefined} />,
    other_account: () => <Page isSender={false} account={made.carol} text={undefined} />,
    pending: () => <Page working="cancel" />,
    rejected: () => <Page before={<Fault error={made.declined} />} />,
    open: () => <Page />,
    locked: () => <Page transfer={over('LOCKED')} state="locked" />,
    claimed: () => <Page transfer={over('CLAIMED')} state="claimed" />,
    cancelled: () => <Page transfer={over('CANCELLED')} state="cancelled" />,
    returned: () => <Page transfer={over('RECLAIMED')} state="returned" />,
    expired: () => <Page transfer={{ ...open, deadline: new Date('2026-01-01T12:00:00Z') }} state="expired" />,
    asked_none: () => <Asked count={0} />,
    asked: () => <Asked count={1} />,
    asked_known: () => (
      <Asked count={1} name={made.bobsName} firewall={{ state: 'answered', report: made.reports.known }} />
    ),
    asked_blocked: () => <Asked count={1} firewall={{ state: 'answered', report: made.reports.lookalike }} />,
    asked_checking: () => <Asked count={1} firewall={{ state: 'checking' }} />,
    asked_by_two: () => <Asked count={2} />,
  },
  pay: {
    open: () => <Pay />,
    release: () => <Pay preview={preview({ needs: 'release', isHolderPaid: false })} />,
    loading: () => <Pay preview={undefined} />,
    failed: () => <Pay preview={undefined} before={<ReadFault read={made.failedWith(unreachable)} />} />,
    offline: () => <Pay before={<Offline />} waits="offline" />,
    wrong_address: () => <Pay typed={made.bob.replace('A', 'a')} recipient={undefined} waits="own_address" />,
    no_service: () => <Pay hasService={false} />,
    connected: () => <Pay isConnected />,
    pending: () => <Pay press={{ at: 'pressed', isUnknown: false }} />,
    unknown: () => <Pay press={{ at: 'pressed', isUnknown: true }} />,
    refused: () => (
      <Pay press={{ at: 'over', outcome: { kind: 'refused', fault: 'not_pending', attempts: undefined } }} />
    ),
    done: () => (
      <Pay
        preview={preview({ state: 'claimed', recipient: made.bob })}
        press={{ at: 'over', outcome: { kind: 'claimed' } }}
      />
    ),
    asked: () => <Pay preview={preview({ needs: 'release' })} press={{ at: 'over', outcome: { kind: 'asked' } }} />,
    locked: () => <Pay preview={preview({ state: 'locked' })} />,
    claimed: () => <Pay preview={preview({ state: 'claimed', recipient: made.carol })} />,
    cancelled: () => <Pay preview={preview({ state: 'cancelled' })} />,
    returned: () => <Pay preview={preview({ state: 'returned' })} />,
    expired: () => <Pay preview={preview({ state: 'expired' })} />,
    replaced: () => <Pay preview={preview({ state: 'replaced' })} />,
    lost: () => <PayOver which="lost" />,
    missing: () => <PayOver which="missing" />,
  },
}

const form = { amount: '', time: 'day', needsRelease: false } as const
const preview = (rest: Parameters<typeof made.previewOf>[0] = {}) =>
  made.previewOf({ kind: 'payment', recipient: null, needs: 'nothing', isHolderPaid: true, ...rest })

function Make(rest: Partial<MakeLinkProps>) {
  const { make } = useLinkWords()
  return (
    <Screen title={make.title} lead={make.lead}>
      <MakeLinkView
        form={form}
        isReleaseForced={false}
        amountFault={undefined}
        balance={500_000_000n}
        waits={undefined}
        onChange={nothing}
        onReview={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Review({
  isReleased = false,
  isReady = true,
  hasFailed = false,
  drift,
  before,
}: {
  isReleased?: boolean
  isReady?: boolean
  hasFailed?: boolean
  drift?: 'account'
  before?: ReactNode
}) {
  const { make } = useLinkWords()
  return (
    <Screen title={make.reviewTitle}>
      {before}
      <LinkReviewView
        amount={25_000_000n}
        time="day"
        isReleased={isReleased}
        plan={isReady ? made.planOf(made.payment) : undefined}
        drift={drift}
        hasFailed={hasFailed}
        waits={drift === undefined ? (isReady ? undefined : 'plan') : 'drift'}
        onBack={nothing}
        onAgain={nothing}
        onSend={nothing}
      />
    </Screen>
  )
}

const states = ['open', 'claimed', 'cancelled', 'expired'] as const
const sent = states.map((state, index): NonNullable<LinksProps['links']>[number] => ({
  transferId: BigInt(42 - index),
  state,
  amount: 25_000_000n,
  deadline: new Date('2026-11-23T15:26:00Z'),
  paidTo: state === 'claimed' ? made.bob : null,
}))

function Links(rest: Partial<LinksProps>) {
  const { list } = useLinkWords()
  return (
    <Screen title={list.title} lead={list.lead}>
      <LinksView
        isConnected
        chainId={made.session.chainId}
        links={sent}
        textOf={() => text}
        now={made.checkedAt}
        {...rest}
      />
    </Screen>
  )
}

function FailedLinks() {
  const { list } = useLinkWords()
  return (
    <Screen title={list.title} lead={list.lead}>
      <ReadFault read={made.failedWith(unreachable)} />
    </Screen>
  )
}

function Page({ before, ...rest }: Partial<LinkProps> & { before?: ReactNode }) {
  const { list, page } = useLinkWords()
  const state = 'state' in rest ? rest.state : 'open'
  return (
    <Screen title={page.title('25 USDC')} lead={state && list.state[state]}>
      {before}
      <LinkView
        transfer={open}
        now={new Date()}
        state="open"
        isReleased={rest.children !== undefined}
        isSender
        account={made.alice}
        text={text}
        working={undefined}
        isOnline
        onAct={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Asked({ count, ...rest }: Partial<AskerProps> & { count: 0 | 1 | 2 }) {
  const { page } = useLinkWords()
  const askers: AskerProps['recipient'][] = ([made.bob, made.carol] as const).slice(0, count)
  return (
    <Page isReleased>
      <section className="stack">
        <h2>{[page.asked.none, page.asked.one, page.asked.many][count]}</h2>
        {count !== 1 && <p>{count === 0 ? page.asked.noneWhy : page.asked.manyWhy}</p>}
        {askers.map((recipient) => (
          <AskerView
            key={recipient}
            recipient={recipient}
            name={undefined}
            firewall={{ state: 'answered', report: made.reports.fresh }}
            isOverruled={false}
            waits={undefined}
            onAgain={nothing}
            onLook={nothing}
            onRelease={nothing}
            {...rest}
          />
        ))}
      </section>
    </Page>
  )
}

function Pay({ before, ...rest }: Partial<PayProps> & { before?: ReactNode }) {
  const { format } = useWords()
  const { pay } = useLinkWords()
  const shown: PayProps = {
    now: new Date(),
    preview: preview(),
    typed: made.bob,
    recipient: made.bob,
    isConnected: false,
    hasService: true,
    press: { at: 'ready' },
    waits: undefined,
    onType: nothing,
    onPress: nothing,
    ...rest,
  }
  const { title, lead } = payHeading(shown, pay, format)
  return (
    <Screen title={title ?? pay.one} lead={lead}>
      {before}
      <PayView {...shown} />
    </Screen>
  )
}

function PayOver({ which }: { which: 'lost' | 'missing' }) {
  const { pay } = useLinkWords()
  return (
    <Screen title={pay[which].title}>
      <p>{pay[which].why}</p>
    </Screen>
  )
}

function Offline() {
  const { words } = useWords()
  return <p className="notice">{words.app.offline}</p>
}
