import { ServiceUnavailableError } from '@holdfast/sdk/errors'
import type { ReactNode } from 'react'
import { Screen } from '../app/Screen.js'
import { Fault } from '../parts/Fault.js'
import { ReadFault } from '../parts/ReadFault.js'
import { type AskedProps, AskedView } from '../screens/receive/AskedView.js'
import { type AskProps, AskView } from '../screens/receive/AskView.js'
import { ReceiveView } from '../screens/receive/ReceiveView.js'
import { RequestFaultView } from '../screens/request/RequestFaultView.js'
import { type RequestProps, RequestView } from '../screens/request/RequestView.js'
import { WalletNoticeView } from '../wallets/WalletNotice.js'
import type { RequestFault } from '../words/RequestWords.js'
import { useReceiveWords } from '../words/useReceiveWords.js'
import { useRequestWords } from '../words/useRequestWords.js'
import { useWords } from '../words/useWords.js'
import type { CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type ReceiveCells = {
  receive: 'shown' | 'no_wallet' | 'wrong_network' | 'offline'
  ask:
    | 'empty'
    | 'wrong_amount'
    | 'wrong_reference'
    | 'no_wallet'
    | 'wrong_network'
    | 'offline'
    | 'pending'
    | 'rejected'
    | 'failed'
    | 'made'
    | 'made_open'
    | 'made_file'
  request:
    | RequestFault
    | 'loading'
    | 'failed'
    | 'offline'
    | 'no_wallet'
    | 'wrong_network'
    | 'no_contract'
    | 'known'
    | 'first'
    | 'checking'
    | 'partial'
    | 'any_amount'
    | 'short'
    | 'paid_before'
    | 'again'
}

const nothing = () => {}
const stray = (
  <WalletNoticeView session={{ ...made.session, isStray: true, strayName: 'Ethereum' }} onSwitch={nothing} />
)
const unreachable = new ServiceUnavailableError('reading the clock', 'unreachable', { effect: 'none' })

export const receiveCells: CellsOf<ReceiveCells> = {
  receive: {
    shown: () => <Receive />,
    no_wallet: () => <Receive isConnected={false} />,
    wrong_network: () => <Receive>{stray}</Receive>,
    offline: () => <Receive before={<Offline />} />,
  },
  ask: {
    empty: () => <Ask form={{ amount: '', reference: '', life: 'week' }} />,
    wrong_amount: () => <Ask form={{ ...asked, amount: '1,500' }} amountFault="two_meanings" waits="fields" />,
    wrong_reference: () => <Ask form={{ ...asked, reference: 'Überweisung' }} isReferenceWrong waits="fields" />,
    no_wallet: () => <Ask waits="wallet" />,
    wrong_network: () => <Ask waits="network">{stray}</Ask>,
    offline: () => <Ask before={<Offline />} waits="offline" />,
    pending: () => <Ask isSigning />,
    rejected: () => (
      <Ask>
        <Fault error={made.declined} />
      </Ask>
    ),
    failed: () => (
      <Ask>
        <Fault error={unreachable} />
      </Ask>
    ),
    made: () => <Asked />,
    made_open: () => <Asked amount={0n} reference="" />,
    made_file: () => <Asked link={undefined} />,
  },
  request: {
    loading: () => <Request verified={undefined} />,
    failed: () => <RequestFailed />,
    offline: () => <Request before={<Offline />} waits="offline" />,
    no_wallet: () => <Request firewall={{ state: 'idle' }} waits="wallet" />,
    wrong_network: () => <Request waits="network">{stray}</Request>,
    no_contract: () => (
      <Request waits="contract">
        <WalletNoticeView session={{ ...made.session, hasContract: false, chainName: 'Ethereum' }} onSwitch={nothing} />
      </Request>
    ),
    known: () => <Request name={made.bobsName} />,
    first: () => <Request firewall={{ state: 'answered', report: made.reports.fresh }} />,
    checking: () => <Request firewall={{ state: 'checking' }} waits="checking" />,
    partial: () => <Request firewall={{ state: 'answered', report: made.reports.partial }} />,
    any_amount: () => (
      <Request
        verified={{ ...verified, request: { ...verified.request, amount: 0n } }}
        typed={{ amount: '', fault: undefined, onType: nothing }}
        waits="amount"
      />
    ),
    short: () => <Request balance={4_000_000n} waits="balance" />,
    paid_before: () => <Request earlier={[{ href: '#/sending/a' }]} />,
    again: () => <Request earlier={[{ href: '#/sending/a' }]} isAgain />,
    not_a_request: () => <Refused fault="not_a_request" />,
    unknown_version: () => <Refused fault="unknown_version" />,
    too_large: () => <Refused fault="too_large" />,
    bad_encoding: () => <Refused fault="bad_encoding" />,
    bad_field: () => <Refused fault="bad_field" />,
    unknown_token: () => <Refused fault="unknown_token" />,
    expired: () => <Refused fault="expired" />,
    not_yet: () => <Refused fault="not_yet" />,
    signature_invalid: () => <Refused fault="signature_invalid" />,
    other_chain: () => <Refused fault="other_chain" />,
    own: () => <Refused fault="own" />,
  },
}

const asked = { amount: '25', reference: 'Invoice 2026-114', life: 'week' } as const
const verified: NonNullable<RequestProps['verified']> = {
  request: {
    payee: made.bob,
    chainId: made.session.chainId,
    token: made.carol,
    amount: 25_000_000n,
    reference: 'Invoice 2026-114',
    notBefore: made.checkedAt,
    expires: new Date('2026-11-30T14:26:00Z'),
    nonce: 1n,
    signature: made.txHash,
  },
  signedBy: 'key',
}

function Receive({
  isConnected = true,
  before,
  children,
}: {
  isConnected?: boolean
  before?: ReactNode
  children?: ReactNode
}) {
  const words = useReceiveWords()
  return (
    <Screen title={words.title} lead={words.lead}>
      {before}
      <ReceiveView account={isConnected ? made.alice : undefined}>{children}</ReceiveView>
    </Screen>
  )
}

function Ask({ before, ...rest }: Partial<AskProps> & { before?: ReactNode }) {
  const words = useReceiveWords()
  return (
    <Screen title={words.form.title} lead={words.form.lead}>
      {before}
      <AskView
        form={asked}
        amountFault={undefined}
        isReferenceWrong={false}
        waits={undefined}
        isSigning={false}
        onChange={nothing}
        onSign={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Asked(rest: Partial<AskedProps>) {
  const words = useReceiveWords()
  const { format } = useWords()
  const until = format.moment(new Date(made.checkedAt.getTime() + 7 * 86_400_000))
  const shown = { amount: rest.amount === 0n ? undefined : '25 USDC', until }
  return (
    <Screen title={words.made.title} lead={words.made.lead(shown)}>
      <AskedView
        payee={made.alice}
        amount={25_000_000n}
        reference="Invoice 2026-114"
        link={`https://pay.example/#/request/${'A'.repeat(300)}`}
        onFile={nothing}
        onAgain={nothing}
        {...rest}
      />
    </Screen>
  )
}

function Request({ before, ...rest }: Partial<RequestProps> & { before?: ReactNode }) {
  const words = useRequestWords()
  return (
    <Screen title={words.title(rest.typed === undefined ? '25 USDC' : undefined)} lead={words.lead}>
      {before}
      <RequestView
        verified={verified}
        name={undefined}
        firewall={{ state: 'answered', report: made.reports.known }}
        typed={undefined}
        time="day"
        balance={500_000_000n}
        earlier={[]}
        isAgain={false}
        waits={undefined}
        now={made.checkedAt}
        onTime={nothing}
        onPayAgain={nothing}
        onAgain={nothing}
        onReview={nothing}
        {...rest}
      />
    </Screen>
  )
}

function RequestFailed() {
  const words = useRequestWords()
  return (
    <Screen title={words.title('25 USDC')} lead={words.lead}>
      <ReadFault read={made.failedWith(unreachable)} />
    </Screen>
  )
}

function Refused({ fault }: { fault: RequestFault }) {
  const words = useRequestWords()
  return (
    <Screen title={words.fault[fault].title}>
      <RequestFaultView fault={fault} />
    </Screen>
  )
}

function Offline() {
  const { words } = useWords()
  return <p className="notice">{words.app.offline}</p>
}
