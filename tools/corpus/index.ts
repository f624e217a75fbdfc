import type { AddressActivity, CounterpartyScan, RiskInput, SenderHistory } from '@holdfast/sdk/risk'
import type { Address, Hash } from 'viem'
import { type Faults, faultsOf, isCut, wasSeen } from './faults.js'
import { field, type Loose, plain, toAddress, toAddresses, toSeconds, toWrittenAddress } from './json.js'
import { type Fact, readEvent, type Snapshot, takeSnapshot } from './snapshot.js'
import type { CorpusEvent, CorpusQuery, CorpusWallet } from './types.js'

/**
 * The firewall's input for one query: the only place where a corpus and the engine meet.
 *
 * Uses nothing that a sender could not know: no class, no label, no kind of bait, nothing later than the query. The
 * result for one `events` array is cached, and queries of the same moment share one `history` object, so that it is
 * prepared once. Our own corpora and those of others are read alike; see the README for the forms.
 *
 * @param at - The time of the check; for a race pass the query's `checkTime`.
 * @default query.time
 * @throws When a line cannot be read, with the value.
 */
export function riskInputFromCorpus(
  wallet: CorpusWallet | Loose,
  events: readonly (CorpusEvent | Loose)[],
  query: CorpusQuery | Loose,
  at?: number,
): CorpusRiskInput {
  const asked = query as Loose
  const memory = remember(wallet as Loose, events as readonly Loose[])
  const written = field(asked, 'time', 'timestamp')
  const time = at ?? (written === undefined || written === null ? memory.end : toSeconds(written, 'query.time'))
  const target = toWrittenAddress(field(asked, 'target', 'to'), 'query.target')
  const faults = faultsOf(wallet as Loose, asked)
  const whole = snapshotAt(memory, time)
  const cold = faults.activity?.kind === 'cold'
  const isAnswersOnly = field(asked, 'mode') === 'answers'

  const input: CorpusRiskInput = {
    sender: toWrittenAddress(field(asked, 'sender', 'from') ?? memory.address, 'query.sender'),
    target,
    history: isAnswersOnly ? undefined : (behindFault(memory, whole, time, faults.history)?.history ?? null),
    counterparties: scanOf(behindFault(memory, whole, time, faults.counterparties), faults.counterparties),
    activity:
      faults.activity && !cold
        ? null
        : cold
          ? { transactionCount: 0, firstSeenAt: null }
          : activityOf(asked, whole, time),
    zeroValueTransfers: faults.zeroValueTransfers ? null : (whole.zeroValueFrom.get(target.toLowerCase()) ?? 0),
    verifiedRecipient: faults.verifiedRecipient
      ? null
      : (whole.history.settled ?? []).some(({ address }) => address === target.toLowerCase()),
    contacts: memory.contacts,
    own: memory.own,
  }
  const codes = field(asked, 'codes')
  return {
    ...input,
    ...(codes !== undefined && { codeHashes: new Map(Object.entries(codes as Record<Address, Hash | null>)) as Codes }),
  }
}

/** Object.entries widens the addresses. */
type Codes = ReadonlyMap<Address, Hash | null>

/** A {@link RiskInput} whose history is available, failed, or was not requested. */
export type CorpusRiskInput = RiskInput & { history: SenderHistory | null | undefined }

type Memory = {
  address: Address
  own: readonly Address[]
  contacts: readonly Address[]
  facts: readonly Fact[]
  /** Time of the last event. */
  end: number
  snapshots: Map<number, Snapshot>
}

const memories = new WeakMap<readonly Loose[], Memory>()

function remember(wallet: Loose, events: readonly Loose[]): Memory {
  const address = toAddress(field(wallet, 'address', 'sender', 'wallet'), 'wallet.address')
  const known = memories.get(events)
  if (known?.address === address) return known
  const facts = events.flatMap((event) => readEvent(address, event) ?? []).sort((a, b) => a.time - b.time)
  const lists = (...names: readonly string[]) => names.map((name) => field(wallet, name))
  const memory: Memory = {
    address,
    own: toAddresses('wallet.own', ...lists('own', 'ownAddresses', 'accounts', 'boxes', 'vaults')),
    contacts: toAddresses('wallet.contacts', ...lists('contacts', 'addressBook')),
    facts,
    end: facts.at(-1)?.time ?? 0,
    snapshots: new Map(),
  }
  memories.set(events, memory)
  return memory
}

/** Everything up to a moment. Moments between the same two events share one snapshot. */
function snapshotAt({ address, facts, snapshots }: Memory, time: number): Snapshot {
  let [low, high] = [0, facts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((facts[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  const made = snapshots.get(low) ?? takeSnapshot(address, facts.slice(0, low), true)
  snapshots.set(low, made)
  return made
}

/** The snapshot as a failed or shortened source shows it. */
function behindFault(
  { address, facts }: Memory,
  whole: Snapshot,
  time: number,
  fault: Faults['history'],
): Snapshot | undefined {
  if (!fault) return whole
  if (!isCut(fault)) return undefined
  return takeSnapshot(
    address,
    facts.filter((fact) => fact.time <= time && wasSeen(fault, fact.time, time)),
    false,
  )
}

function scanOf(snapshot: Snapshot | undefined, fault: Faults['counterparties']): CounterpartyScan | null {
  return snapshot ? { counterparties: snapshot.counterparties, complete: !fault } : null
}

/** From the query, else from the first event that names the target, else that of an ordinary address. */
function activityOf(query: Loose, { firstNamed }: Snapshot, time: number): AddressActivity {
  const nested = field(query, 'activity')
  const line = typeof nested === 'object' && nested !== null ? { ...query, ...(nested as Loose) } : query
  const count = field(line, 'transactionCount', 'txCount')
  const seen = field(line, 'firstSeenAt', 'firstSeen')
  const age = field(line, 'ageHours', 'age')
  const dated = (seconds: number, otherwise: number): AddressActivity => ({
    transactionCount: typeof count === 'number' ? count : Number(count ?? otherwise),
    firstSeenAt: new Date(seconds * 1_000),
  })
  if (seen !== undefined && seen !== null) return dated(toSeconds(seen, 'query.firstSeenAt'), 1)
  if (age === null || seen === null) return { transactionCount: Number(count ?? 0), firstSeenAt: null }
  if (age !== undefined) return dated(time - Number(age) * 3_600, 1)
  const named = firstNamed.get(plain(String(field(query, 'target', 'to') ?? '')))
  return dated(named !== undefined && Number.isFinite(named) ? named : time - 365 * 86_400, 1)
}
