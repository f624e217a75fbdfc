import { ServiceUnavailableError } from '@holdfast/sdk/errors'
import type { Plan } from '@holdfast/sdk/plan'
import { type BoxDetails, type EphemeralPolicy, MODE_PULL, MODE_PUSH } from '@holdfast/sdk/shield'
import { Screen } from '../app/Screen.js'
import { Fault } from '../parts/Fault.js'
import { Notice } from '../parts/Notice.js'
import { ReadFault } from '../parts/ReadFault.js'
import { OpenNoteView } from '../plan/OpenNote.js'
import { type PlanProps, PlanView } from '../plan/PlanView.js'
import { type BoxesProps, BoxesView } from '../screens/box/BoxesView.js'
import { type BoxProps, BoxView } from '../screens/box/BoxView.js'
import { emptyBoxForm } from '../screens/box/boxForm.js'
import { type HiddenProps, HiddenView } from '../screens/box/HiddenView.js'
import { type MakeBoxProps, MakeBoxView } from '../screens/box/MakeBoxView.js'
import { TermsView } from '../screens/box/TermsView.js'
import { VetoNotice } from '../screens/box/VetoNotice.js'
import { WalletNoticeView } from '../wallets/WalletNotice.js'
import { useBoxWords } from '../words/useBoxWords.js'
import { useWords } from '../words/useWords.js'
import type { Cell, CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type BoxCells = {
  boxes: Cell | 'listed' | 'locked' | 'unlocking' | 'unable' | 'contract' | 'searching' | 'found'
  'boxes-new':
    | Exclude<Cell, 'partial' | 'pending' | 'empty' | 'rejected'>
    | 'pay'
    | 'pull'
    | 'hidden'
    | 'wrong'
    | 'veto'
    | 'no_service'
    | 'limited'
  'box-plan': 'create' | 'first' | 'pay' | 'rejected' | 'confirm'
  box:
    | Exclude<Cell, 'empty' | 'no_contract' | 'partial'>
    | 'pay'
    | 'fund'
    | 'bind'
    | 'pull'
    | 'sweep'
    | 'spent'
    | 'expired'
    | 'foreign'
    | 'stranger'
    | 'veto'
    | 'veto_payee'
    | 'done'
    | 'fund_open'
    | 'missing'
    | 'limited'
}

const nothing = () => {}
const second = (date: Date) => date.getTime() / 1_000
const silent = new ServiceUnavailableError('asking for the co-signer', 'timeout', { effect: 'none' })

const paying: BoxDetails = {
  account: made.carol,
  token: '0x3600000000000000000000000000000000000000',
  target: made.bob,
  cosigner: made.alice,
  ownerHash: `0x${'01'.repeat(32)}`,
  vaultHash: `0x${'01'.repeat(32)}`,
  mode: MODE_PUSH,
  maxAmount: 25_000_000n,
  spent: 5_000_000n,
  remaining: 20_000_000n,
  balance: 10_000_000n,
  nonce: 1n,
  perPullMax: 25_000_000n,
  interval: 0,
  lastPull: 0,
  expiry: second(made.checkedAt) + 30 * 86_400,
  now: second(made.checkedAt),
}
const subscription: BoxDetails = {
  ...paying,
  mode: MODE_PULL,
  maxAmount: 36_000_000n,
  remaining: 31_000_000n,
  perPullMax: 3_000_000n,
  interval: 30 * 86_400,
  lastPull: second(made.checkedAt) - 86_400,
}

export const boxCells: CellsOf<BoxCells> = {
  boxes: {
    empty: () => <List boxes={[]} />,
    loading: () => <List boxes={undefined} />,
    failed: () => (
      <Framed>
        <ReadFault read={made.failedWith(silent)} />
      </Framed>
    ),
    partial: () => <List isComplete={false} />,
    offline: () => (
      <Framed isOffline>
        <ListBody />
      </Framed>
    ),
    wrong_network: () => (
      <Framed>
        <Stray />
        <ListBody />
      </Framed>
    ),
    no_wallet: () => <List isConnected={false} boxes={undefined} />,
    no_contract: () => (
      <Framed>
        <NoContract />
      </Framed>
    ),
    pending: () => (
      <Framed>
        <Unfinished />
        <ListBody />
      </Framed>
    ),
    listed: () => <List />,
    locked: () => <Hidden />,
    unlocking: () => <Hidden isAsking />,
    rejected: () => (
      <Hidden>
        <Fault error={made.declined} />
      </Hidden>
    ),
    unable: () => <Hidden fault="unable" />,
    contract: () => <Hidden fault="contract" />,
    searching: () => <Hidden isUnlocked progress={{ step: 'announcements', done: 12_000, total: 48_000 }} />,
    found: () => <Hidden isUnlocked found={0} />,
  },
  'boxes-new': {
    pay: () => <Form />,
    pull: () => <Form form={{ ...emptyBoxForm, kind: 'pull', recipient: made.bob, cap: '36', perPull: '3' }} />,
    hidden: () => <Form form={{ ...emptyBoxForm, owner: 'hidden', recipient: made.bob, cap: '25' }} waits="refused" />,
    loading: () => <Form firewall={{ state: 'checking' }} waits="checking" />,
    wrong: () => (
      <Form
        form={{ ...emptyBoxForm, recipient: made.bob.slice(0, 30), cap: '1,000' }}
        recipient={{ kind: 'fault', fault: 'length' }}
        firewall={{ state: 'idle' }}
        areFaultsShown
        waits="recipient"
      />
    ),
    failed: () => (
      <Form waits="refused">
        <ReadFault read={made.failedWith(silent)} />
      </Form>
    ),
    veto: () => (
      <Form>
        <VetoNotice veto={{ code: 'risk_blocked', riskReasons: ['LOOKALIKE_ADDRESS'] }} />
      </Form>
    ),
    limited: () => (
      <Form>
        <VetoNotice veto={{ code: 'cosigner_unavailable' }} />
      </Form>
    ),
    no_service: () => <NoService />,
    offline: () => (
      <Form waits="offline">
        <Offline />
      </Form>
    ),
    wrong_network: () => (
      <Form waits="network">
        <Stray />
      </Form>
    ),
    no_wallet: () => <Form firewall={{ state: 'idle' }} waits="wallet" />,
    no_contract: () => (
      <Form waits="contract">
        <NoContract />
      </Form>
    ),
  },
  'box-plan': {
    create: () => <Creation />,
    first: () => <Creation plan={planned('createAccount', made.reports.fresh)} middle={middle} waits="middle" />,
    pay: () => <Payment />,
    rejected: () => (
      <Creation>
        <Fault error={made.declined} />
      </Creation>
    ),
    confirm: () => <Creation progress={{ at: 1, phase: 'confirm', txHash: made.txHash }} />,
  },
  box: {
    pay: () => <One />,
    fund: () => <One act="fund" box={{ ...paying, balance: 0n, spent: 0n, remaining: 25_000_000n }} />,
    bind: () => <One act="bind" acts={['fund', 'bind', 'sweep']} box={subscription} waits={undefined} />,
    pull: () => <One act="pull" acts={['pull']} box={subscription} />,
    sweep: () => <One act="sweep" waits={undefined} />,
    spent: () => (
      <One
        act="sweep"
        acts={['sweep']}
        waits={undefined}
        box={{ ...paying, remaining: 0n, spent: 25_000_000n }}
        cautions={['sweepable']}
      />
    ),
    expired: () => (
      <One
        act="sweep"
        acts={['sweep']}
        waits={undefined}
        box={{ ...paying, expiry: paying.now - 60 }}
        cautions={['sweepable']}
      />
    ),
    foreign: () => (
      <One
        act="sweep"
        acts={['sweep']}
        waits={undefined}
        box={{ ...paying, balance: null }}
        cautions={['foreign_token', 'foreign_cosigner']}
        isServiceCosigner={false}
      />
    ),
    stranger: () => <One act={undefined} acts={[]} isStranger />,
    veto: () => (
      <One>
        <VetoNotice veto={{ code: 'risk_blocked', riskReasons: ['LOOKALIKE_ADDRESS'] }} reader="vault" />
      </One>
    ),
    veto_payee: () => (
      <One act="pull" acts={['pull']} box={subscription}>
        <VetoNotice veto={{ code: 'owner_not_bound' }} reader="payee" />
      </One>
    ),
    limited: () => (
      <One>
        <VetoNotice veto={{ code: 'cosigner_unavailable' }} reader="vault" />
      </One>
    ),
    done: () => <DonePay />,
    fund_open: () => <FundOpen />,
    pending: () => (
      <One>
        <Unfinished />
      </One>
    ),
    rejected: () => (
      <One>
        <Fault error={made.declined} />
      </One>
    ),
    loading: () => <One isAsking waits="checking" />,
    failed: () => <FailedOne />,
    missing: () => <Missing />,
    offline: () => (
      <One waits="offline">
        <Offline />
      </One>
    ),
    wrong_network: () => (
      <One waits="network">
        <Stray />
      </One>
    ),
    no_wallet: () => <One act={undefined} acts={[]} />,
  },
}

function Framed({ isOffline = false, children }: { isOffline?: boolean; children: React.ReactNode }) {
  const { title, lead } = useBoxWords()
  return (
    <Screen title={title} lead={lead}>
      {isOffline && <Offline />}
      {children}
    </Screen>
  )
}

function Offline() {
  const { words } = useWords()
  return <p className="notice">{words.app.offline}</p>
}

function Stray() {
  return <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
}

function NoContract() {
  return <WalletNoticeView session={{ ...made.session, hasContract: false }} onSwitch={nothing} />
}

function List(rest: Partial<BoxesProps>) {
  return (
    <Framed>
      <ListBody {...rest} />
    </Framed>
  )
}

function Hidden({ children, ...rest }: Partial<HiddenProps>) {
  return (
    <Framed>
      <HiddenCell {...rest}>{children}</HiddenCell>
      <ListBody />
    </Framed>
  )
}

function HiddenCell(rest: Partial<HiddenProps>) {
  return (
    <HiddenView
      isUnlocked={false}
      isAsking={false}
      fault={undefined}
      progress={undefined}
      found={undefined}
      onUnlock={nothing}
      onForget={nothing}
      {...rest}
    />
  )
}

function ListBody(rest: Partial<BoxesProps>) {
  return (
    <BoxesView
      isConnected
      chainId={made.session.chainId}
      boxes={[
        { account: made.carol, target: made.bob, maxAmount: 25_000_000n, state: paying },
        { account: made.zero, target: made.alice, maxAmount: 36_000_000n, state: subscription },
        { account: made.impostor, target: made.carol, maxAmount: 5_000_000n, state: undefined, isUnproven: true },
      ]}
      isComplete
      isSearched
      nameOf={(address) => (address === made.bob ? made.bobsName : undefined)}
      now={made.checkedAt}
      onAgain={nothing}
      {...rest}
    />
  )
}

function Unfinished() {
  const { unfinished } = useBoxWords()
  return (
    <OpenNoteView
      title={unfinished.title}
      said={unfinished.why}
      goOn={
        <button type="button" className="button button-small">
          {unfinished.press}
        </button>
      }
      onClose={nothing}
    />
  )
}

function Form(rest: Partial<MakeBoxProps>) {
  const { form } = useBoxWords()
  return (
    <Screen title={form.title} lead={form.lead}>
      <MakeBoxView
        form={{ ...emptyBoxForm, recipient: made.bob, cap: '25' }}
        recipient={{ kind: 'address', address: made.bob }}
        firewall={{ state: 'answered', report: made.reports.known }}
        waits={undefined}
        areFaultsShown={false}
        onChange={nothing}
        onLeave={nothing}
        onAgain={nothing}
        onReview={nothing}
        unlock={<HiddenCell />}
        {...rest}
      />
    </Screen>
  )
}

function NoService() {
  const { form } = useBoxWords()
  return (
    <Form waits="refused">
      <Notice kind="warning" title={form.noService.title}>
        <p>{form.noService.why}</p>
      </Notice>
    </Form>
  )
}

const middle = { typed: '', isRight: false, onType: nothing }
const policy: EphemeralPolicy = {
  token: paying.token,
  owner: made.alice,
  vault: made.alice,
  cosigner: paying.cosigner,
  target: made.bob,
  maxAmount: 25_000_000n,
  expiry: paying.expiry,
  interval: 0,
  mode: MODE_PUSH,
}

function planned(functionName: string, report: (typeof made.reports)['known']): Plan {
  const plan = made.planOf({ ...made.payment, report })
  return {
    ...plan,
    recipient: report.target,
    steps: [
      {
        kind: 'transaction',
        chainId: made.session.chainId,
        sealed: [],
        calls: [{ to: made.carol, functionName, args: {}, through: null }],
      },
    ],
  }
}

function Creation(rest: Partial<PlanProps>) {
  const { form } = useBoxWords()
  return (
    <Screen title={form.title} lead={form.lead}>
      <PlanView
        plan={planned('createAccount', made.reports.known)}
        press={form.press}
        amountLabel={form.most}
        waits={undefined}
        progress={undefined}
        hasFailed={false}
        onPress={nothing}
        onAgain={nothing}
        onBack={nothing}
        {...rest}
      >
        {rest.children}
        <TermsView policy={policy} now={made.checkedAt} />
      </PlanView>
    </Screen>
  )
}

function Payment() {
  const { acts, presses, proof } = useBoxWords()
  return (
    <Screen title={acts.pay}>
      <PlanView
        plan={planned('pay', made.reports.known)}
        press={presses.pay('5 USDC')}
        waits={undefined}
        progress={undefined}
        hasFailed={false}
        onPress={nothing}
        onAgain={nothing}
        onBack={nothing}
      >
        <p className="notice">{proof}</p>
      </PlanView>
    </Screen>
  )
}

function One(rest: Partial<BoxProps>) {
  const { one } = useBoxWords()
  return (
    <Screen title={one}>
      <BoxView
        box={paying}
        name={made.bobsName}
        cautions={[]}
        acts={['pay', 'fund', 'sweep']}
        act="pay"
        canTakeBack={rest.acts?.includes('sweep') ?? true}
        amount=""
        wallet={500_000_000n}
        isServiceCosigner
        isStranger={false}
        waits="amount"
        isAsking={false}
        isFaultShown={false}
        now={made.checkedAt}
        onAct={nothing}
        onAmount={nothing}
        onLeave={nothing}
        onReview={nothing}
        {...rest}
      />
    </Screen>
  )
}

function DonePay() {
  const { done } = useBoxWords()
  return (
    <One>
      <Notice title={done.pay} />
    </One>
  )
}

function FundOpen() {
  const { open, unfinished } = useBoxWords()
  return (
    <One>
      <OpenNoteView title={unfinished.title} said={open.fund.missing} onClose={nothing} />
    </One>
  )
}

function FailedOne() {
  const { one } = useBoxWords()
  return (
    <Screen title={one}>
      <ReadFault read={made.failedWith(silent)} />
    </Screen>
  )
}

function Missing() {
  const { missing } = useBoxWords()
  return (
    <Screen title={missing.title} lead={missing.why}>
      <p>
        <a href="#/boxes">{missing.back}</a>
      </p>
    </Screen>
  )
}
