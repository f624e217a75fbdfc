import type { BridgeStatus, ForwardedMint } from '@holdfast/sdk/bridge'
import { IssuerUnavailableError } from '@holdfast/sdk/errors'
import type { Plan } from '@holdfast/sdk/plan'
import { Screen } from '../app/Screen.js'
import type { Seen } from '../journal/useReceipt.js'
import { Fault } from '../parts/Fault.js'
import { Notice } from '../parts/Notice.js'
import { ReadFault } from '../parts/ReadFault.js'
import { OpenNoteView } from '../plan/OpenNote.js'
import { type PlanProps, PlanView } from '../plan/PlanView.js'
import { type BridgeFormProps, BridgeFormView } from '../screens/bridge/BridgeFormView.js'
import { FindView } from '../screens/bridge/FindView.js'
import { TrackView } from '../screens/bridge/TrackView.js'
import { type HubProps, HubView } from '../screens/hub/HubView.js'
import { SaidNotice } from '../screens/hub/SaidNotice.js'
import { useFlowWords } from '../words/useFlowWords.js'
import { useWords } from '../words/useWords.js'
import type { Cell, CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type BridgeCells = {
  bridge:
    | Exclude<Cell, 'empty' | 'no_contract' | 'partial' | 'rejected' | 'pending'>
    | 'quoted'
    | 'old_quote'
    | 'refused'
    | 'unfinished'
    | 'unknown_burn'
    | 'limited'
    | 'other'
  track: BridgeStatus['state'] | 'claimed' | 'unread' | 'loading' | 'delayed' | 'failed' | 'absent' | 'reverted'
  plan: 'ready' | 'preparing' | 'rejected' | 'failed' | 'confirm' | 'attest' | 'switch'
  hub:
    | Exclude<Cell, 'no_contract' | 'rejected'>
    | 'spend'
    | 'refused'
    | 'deposit'
    | 'withdraw'
    | 'done'
    | 'claimed'
    | 'open'
    | 'limited'
}

const nothing = () => {}
const quote = { amount: 25_000_000n, maxFee: 240_000n, total: 25_240_000n }
const hubQuote = { ...quote, quotedFee: 200_000n, maxBlockHeight: 1n }
const silent = new IssuerUnavailableError('asking for the fees', 'timeout', { effect: 'none' })
const limited = new IssuerUnavailableError('asking for the fees', 'rate_limited', {
  status: 429,
  retryAfterMs: 300_000,
  effect: 'none',
})

export const bridgeCells: CellsOf<BridgeCells> = {
  bridge: {
    quoted: () => <Form quote={quote} />,
    loading: () => <Form isQuoting waits="quote" />,
    old_quote: () => <Form quote={quote} isQuoting waits="quote" />,
    failed: () => (
      <Form waits="quote">
        <ReadFault read={made.failedWith(silent)} />
      </Form>
    ),
    other: () => (
      <Form
        form={{ from: 'Arc_Testnet', to: 'Base_Sepolia', amount: '25', recipient: made.bob.slice(0, -1) }}
        recipient={{ kind: 'fault', fault: 'length' }}
        quote={quote}
        waits="recipient"
      />
    ),
    limited: () => (
      <Form waits="quote">
        <ReadFault read={made.failedWith(limited)} />
      </Form>
    ),
    refused: () => (
      <Form
        form={{ from: 'Arc_Testnet', to: 'Base_Sepolia', amount: '600', recipient: '' }}
        quote={{ amount: 600_000_000n, maxFee: 240_000n, total: 600_240_000n }}
        refusal={{
          code: 'shortWithFee',
          params: { have: '500', needed: '600.24', chain: 'Arc Testnet' },
          fix: { kind: 'useMax', amount: 499_700_000n, display: '499.7' },
        }}
        waits="refused"
      />
    ),
    offline: () => (
      <Form quote={quote} waits="offline">
        <Offline />
      </Form>
    ),
    wrong_network: () => <Switch />,
    no_wallet: () => <Form quote={quote} balance={undefined} waits="wallet" />,
    unfinished: () => (
      <Form>
        <Open />
      </Form>
    ),
    unknown_burn: () => (
      <Form>
        <Open isUnknown />
      </Form>
    ),
  },
  track: {
    loading: () => <Track status={undefined} />,
    unseen: () => <Track status={{ state: 'unseen' }} />,
    confirming: () => <Track status={{ state: 'confirming' }} />,
    delayed: () => <Track status={{ state: 'confirming', delay: 'insufficient_fee' }} />,
    attested: () => <Track status={attested('pending')} />,
    failed: () => <Track status={attested('failed')} />,
    absent: () => <Track status={{ state: 'unseen' }} seen="absent" />,
    reverted: () => <Track status={{ state: 'unseen' }} seen="reverted" />,
    claimed: () => <Track status={minted} mint={{ state: 'not_seen', chain: 'Base_Sepolia' }} />,
    unread: () => <Track status={minted} mint={{ state: 'unread', chain: 'Polygon_Amoy' }} />,
    minted: () => (
      <Track
        status={minted}
        mint={{ state: 'arrived', to: 'Base_Sepolia', recipient: made.alice, received: 25_040_000n }}
      />
    ),
  },
  plan: {
    ready: () => <PlanCell />,
    preparing: () => <PlanCell plan={undefined} waits="plan" />,
    rejected: () => (
      <PlanCell>
        <Fault error={made.declined} />
      </PlanCell>
    ),
    failed: () => (
      <PlanCell plan={undefined} hasFailed>
        <ReadFault read={made.failedWith(silent)} />
      </PlanCell>
    ),
    confirm: () => <PlanCell progress={{ at: 1, phase: 'confirm', txHash: made.txHash }} />,
    attest: () => <PlanCell progress={{ at: 2, phase: 'attest', txHash: made.txHash }} />,
    switch: () => <Switch />,
  },
  hub: {
    empty: () => <Hub balance={{ total: 0n, byChain: {} }} waits="amount" />,
    loading: () => <Hub balance={undefined} waits="amount" />,
    failed: () => (
      <Hub balance={null} waits="amount">
        <ReadFault read={made.failedWith(silent)} />
      </Hub>
    ),
    limited: () => (
      <Hub waits="quote">
        <ReadFault read={made.failedWith(limited)} />
      </Hub>
    ),
    partial: () => <Hub coming={[{ id: 'a', chain: 'Arc_Testnet', amount: 50_000_000n }]} />,
    offline: () => (
      <Hub waits="offline">
        <Offline />
      </Hub>
    ),
    wrong_network: () => <Switch of="hub" />,
    no_wallet: () => <Hub balance={null} waits="wallet" />,
    pending: () => (
      <Hub>
        <OpenSpend />
      </Hub>
    ),
    spend: () => <Hub quote={hubQuote} waits={undefined} />,
    refused: () => (
      <Hub
        quote={hubQuote}
        refusal={{
          code: 'gwEnoughOn',
          params: { from: 'Base Sepolia', needed: '25.24', there: '50', chain: 'Arc Testnet' },
          fix: { kind: 'switchSource', chain: 'Arc_Testnet', label: 'Arc Testnet' },
        }}
      />
    ),
    deposit: () => <Hub form={{ ...hubForm, act: 'deposit' }} waits={undefined} />,
    withdraw: () => (
      <Hub
        form={{ ...hubForm, act: 'withdraw' }}
        withdrawal={{ available: 25_000_000n, withdrawing: 10_000_000n, readyAtBlock: 54_000_000n, isReady: false }}
        waits={undefined}
      />
    ),
    done: () => <Done />,
    claimed: () => <Done isClaimed />,
    open: () => <OpenDeposit />,
  },
}

function Form(rest: Partial<BridgeFormProps>) {
  const { bridge } = useFlowWords()
  return (
    <Screen title={bridge.title} lead={bridge.lead}>
      <BridgeFormView
        form={{ from: 'Arc_Testnet', to: 'Base_Sepolia', amount: '25', recipient: '' }}
        sources={['Arc_Testnet', 'Base_Sepolia']}
        destinations={['Arc_Testnet', 'Base_Sepolia', 'Ethereum_Sepolia']}
        balance={500_000_000n}
        quote={undefined}
        isQuoting={false}
        refusal={null}
        recipient={{ kind: 'empty' }}
        waits={undefined}
        isFaultShown={false}
        onChange={nothing}
        onFix={nothing}
        onLeave={nothing}
        onReview={nothing}
        {...rest}
      />
      <FindView names={['Arc_Testnet', 'Base_Sepolia']} onFind={nothing} />
    </Screen>
  )
}

function Open({ isUnknown = false }: { isUnknown?: boolean }) {
  const flow = useFlowWords()
  const title = `${flow.unfinished}: Arc Testnet – Base Sepolia`
  if (isUnknown) {
    const goOn = (
      <button type="button" className="button button-small">
        {flow.bridge.resume.press}
      </button>
    )
    return <OpenNoteView title={title} said={flow.bridge.resume.why} goOn={goOn} onClose={nothing} />
  }
  return (
    <Notice title={title}>
      <p>
        <a href="#/bridge/Arc_Testnet/0x">{flow.goOn}</a>
      </p>
    </Notice>
  )
}

function Offline() {
  const { words } = useWords()
  return <p className="notice">{words.app.offline}</p>
}

function attested(forwarding: 'pending' | 'failed'): BridgeStatus {
  const word = `0x${'00'.repeat(32)}` as const
  const message = {
    sourceDomain: 26,
    destinationDomain: 6,
    nonce: word,
    sender: word,
    destinationCaller: word,
    minFinalityThreshold: 1_000,
    finalityThresholdExecuted: 1_000,
    burnToken: word,
    mintRecipient: word,
    amount: 25_240_000n,
    messageSender: word,
    maxFee: 240_000n,
    feeExecuted: 200_000n,
    expirationBlock: 0n,
    hookData: '0x',
  } as const
  return { state: 'attested', forwarding, message, received: 25_040_000n, messageBytes: '0x', attestation: '0x' }
}

const minted: BridgeStatus = { state: 'minted', forwardTxHash: made.txHash }

function Track({ status, mint, seen }: { status: BridgeStatus | undefined; mint?: ForwardedMint; seen?: Seen }) {
  const { bridge, unfinished } = useFlowWords()
  return (
    <Screen title={bridge.track}>
      <TrackView from="Arc_Testnet" burnTxHash={made.txHash} status={status} mint={mint} onMint={nothing}>
        {seen !== undefined && <OpenNoteView title={unfinished} seen={seen} onClose={nothing} />}
      </TrackView>
    </Screen>
  )
}

const bridged: Plan<'bridgeFromWallet'> = {
  ...made.planOf(made.payment),
  operation: 'bridgeFromWallet',
  params: { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 25_000_000n },
  recipient: made.alice,
  fee: 240_000n,
  firewall: [],
  steps: ['approve', 'depositForBurnWithHook'].map((functionName) => ({
    kind: 'transaction',
    chainId: made.session.chainId,
    sealed: [],
    calls: [{ to: made.carol, functionName, args: {}, through: null }],
  })),
}

function PlanCell(rest: Partial<PlanProps>) {
  const { bridge } = useFlowWords()
  return (
    <Screen title={bridge.title}>
      <PlanView
        plan={bridged}
        press={bridge.press('25 USDC')}
        waits={undefined}
        progress={undefined}
        hasFailed={false}
        onPress={nothing}
        onAgain={nothing}
        onBack={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Switch({ of = 'bridge' }: { of?: 'bridge' | 'hub' }) {
  const { plan, ...words } = useFlowWords()
  return (
    <Screen title={words[of].title}>
      <Notice title={plan.switchWhy('Base Sepolia')}>
        <div className="actions">
          <button type="button" className="button button-main">
            {plan.switchTo('Base Sepolia')}
          </button>
          <button type="button" className="link">
            {plan.back}
          </button>
        </div>
      </Notice>
    </Screen>
  )
}

const hubForm: HubProps['form'] = { act: 'spend', from: 'Arc_Testnet', to: 'Base_Sepolia', amount: '25', recipient: '' }

function Hub(rest: Partial<HubProps>) {
  const { hub } = useFlowWords()
  return (
    <Screen title={hub.title} lead={hub.lead}>
      <HubView
        form={hubForm}
        names={['Arc_Testnet', 'Base_Sepolia']}
        balance={{ total: 62_500_000n, byChain: { Arc_Testnet: 50_000_000n, Base_Sepolia: 12_500_000n } }}
        coming={[]}
        wallet={500_000_000n}
        quote={undefined}
        isQuoting={false}
        refusal={null}
        recipient={{ kind: 'empty' }}
        withdrawal={undefined}
        waits="quote"
        isFaultShown={false}
        onChange={nothing}
        onFix={nothing}
        onLeave={nothing}
        onReview={nothing}
        onComplete={nothing}
        {...rest}
      />
    </Screen>
  )
}

function OpenSpend() {
  const { hub } = useFlowWords()
  return (
    <Notice title={hub.resume.title}>
      <p>{hub.resume.why}</p>
      <div>
        <button type="button" className="button button-small">
          {hub.resume.press}
        </button>
      </div>
    </Notice>
  )
}

function OpenDeposit() {
  const { hub, unfinished } = useFlowWords()
  return (
    <Hub>
      <OpenNoteView
        title={`${unfinished}: ${hub.deposit('50 USDC')}`}
        txHash={made.txHash}
        seen="absent"
        onClose={nothing}
      />
    </Hub>
  )
}

function Done({ isClaimed = false }: { isClaimed?: boolean }) {
  const { hub, claimed } = useFlowWords()
  return (
    <Hub>
      <SaidNotice
        {...(isClaimed ? { title: claimed.title, why: claimed.unread('Polygon Amoy') } : { title: hub.done.spend })}
      />
    </Hub>
  )
}
