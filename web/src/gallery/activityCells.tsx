import type { ActivityItem, FilteredEntry, HistoryEntry } from '@holdfast/sdk/history'
import { Screen } from '../app/Screen.js'
import { type ActivityProps, ActivityView } from '../screens/activity/ActivityView.js'
import { UnfinishedView } from '../screens/send/Unfinished.js'
import { useActivityWords } from '../words/useActivityWords.js'
import type { Cell, CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type ActivityCells = {
  activity: Exclude<Cell, 'wrong_network' | 'no_contract' | 'rejected'> | 'hidden' | 'other_address' | 'chains'
}

const { chainId } = made.session
const now = new Date(made.checkedAt.getTime() + 60_000)
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const entryOf = (minutes: number, rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  txHash: made.txHash,
  direction: 'out',
  counterparty: made.bob,
  kind: 'transfer',
  amount: 12_500_000n,
  decimals: 6,
  tokenAddress: made.carol,
  tokenSymbol: 'USDC',
  timestamp: minutesAgo(minutes),
  ...rest,
})

const sent = (id: bigint, minutes: number, rest: Parameters<typeof made.transferOf>[0] = {}): ActivityItem => ({
  kind: 'sent',
  id: `sent${id}`,
  chainId,
  at: minutesAgo(minutes),
  entry: undefined,
  suspect: undefined,
  transfer: made.transferOf({ transferId: id, deadline: new Date(now.getTime() + 3_600_000), ...rest }),
})

const items: readonly ActivityItem[] = [
  sent(42n, 0),
  sent(41n, 12, { to: made.zero, amount: 15_000_000n }),
  { kind: 'plain', id: 'a', chainId, at: minutesAgo(45), entry: entryOf(45) },
  {
    kind: 'claimed',
    id: 'b',
    chainId,
    at: minutesAgo(80),
    entry: entryOf(80, { direction: 'in', amount: 40_000_000n }),
  },
  sent(40n, 1_500, { to: made.carol, status: 'CLAIMED', amount: 1_234_567_890n }),
  sent(39n, 1_600, { status: 'LOCKED' }),
  sent(38n, 3_000, { status: 'CANCELLED' }),
  sent(37n, 9_000, { deadline: minutesAgo(8_000) }),
  { kind: 'plain', id: 'c', chainId, at: minutesAgo(9_500), entry: entryOf(9_500, { direction: 'in', kind: 'mint' }) },
]

const filtered = (reason: FilteredEntry['reason'], rest: Partial<HistoryEntry> = {}): FilteredEntry => ({
  ...entryOf(30, { counterparty: made.impostor, amount: 0n, ...rest }),
  reason,
})
const hidden = [
  filtered('ZERO_VALUE'),
  filtered('UNKNOWN_TOKEN', { amount: 12_500_000n, tokenSymbol: 'USDС' }),
  filtered('DUST', { direction: 'in', amount: 100n }),
  filtered('IMPOSTOR', { direction: 'in', amount: 2_000_000n }),
].map((entry, index) => ({ id: String(index), chainId, entry }))

export const activityCells: CellsOf<ActivityCells> = {
  activity: {
    empty: () => <Activity items={[]} />,
    loading: () => <Activity items={undefined} />,
    failed: () => (
      <Activity
        items={[]}
        failed={[
          { source: 'payments', chain: 'Arc Testnet' },
          { source: 'history', chain: 'Arc Testnet' },
        ]}
      />
    ),
    partial: () => <Activity isComplete={false} failed={[{ source: 'history', chain: 'Arc Testnet' }]} />,
    offline: () => <Activity asOf={minutesAgo(9)} />,
    no_wallet: () => <Activity address={undefined} isOwn={false} items={[]} />,
    pending: () => (
      <Activity>
        <UnfinishedView payments={[{ id: 'a', href: '#/sending/a', amount: 25_000_000n }]} />
      </Activity>
    ),
    hidden: () => <Activity hidden={hidden} />,
    other_address: () => <Activity address={made.carol} isOwn={false} nameOf={() => undefined} />,
    chains: () => <Activity chainNameOf={() => 'Arc Testnet'} />,
  },
}

function Activity(rest: Partial<ActivityProps>) {
  const words = useActivityWords()
  return (
    <Screen title={words.title} lead={words.lead}>
      <ActivityView
        address={made.alice}
        isOwn
        items={items}
        hidden={[]}
        isComplete
        failed={[]}
        asOf={undefined}
        chainNameOf={undefined}
        nameOf={(address) => (address === made.bob ? made.bobsName : undefined)}
        now={now}
        onRetry={() => {}}
        onAddress={() => false}
        {...rest}
      />
    </Screen>
  )
}
