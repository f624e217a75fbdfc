import { expect } from 'vitest'
import type { Admission } from '../src/admission/Admission.js'
import { spendingPolicy } from '../src/keeper/internal/spendingPolicy.js'
import { KeeperLimitError } from '../src/keeper/KeeperErrors.js'
import { Operations } from '../src/relay/internal/Operations.js'
import { operationPolicy } from '../src/relay/internal/operationPolicy.js'
import { NotQueuedError, readOrphans } from '../src/relay/internal/operationRows.js'
import type { RelayParts } from '../src/relay/internal/RelayParts.js'
import type { Sponsor } from '../src/relay/internal/Sponsor.js'
import type { Job } from '../src/sender/Job.js'
import type { LeasedKey } from '../src/sender/LeasedKey.js'
import { toUnits } from '../src/sender/money.js'
import type { SenderParts } from '../src/sender/SenderParts.js'
import type { SenderPolicy, TransactionRow } from '../src/sender/SenderPolicy.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { testAddress, testRequest } from './admission.js'
import type { NonceChain } from './nonceChain.js'
import { MONEY } from './relayStage.js'

/** What a user of a sender wants done on one chain, across all processes that work for it. */
export type SenderUser = {
  /** Wants so many things more. */
  ask: (count: number) => Promise<void>
  /** The user in a new process. */
  open: (process: UserProcess) => OpenUser
  /** Whether everything that was wanted has ended. */
  isDone: () => Promise<boolean>
  /** Its own rows agree with the transactions, at any time. */
  check: (rows: readonly TransactionRow[]) => Promise<void>
  /** What it knows of each thing is what the chain has. */
  checkEnd: (rows: readonly TransactionRow[]) => Promise<void>
}

export type UserProcess = Pick<SenderParts, 'store' | 'chain' | 'signer' | 'readFees' | 'now'> & {
  key: () => LeasedKey
  onStep: RelayParts['onStep']
}

export type OpenUser = {
  policy: SenderPolicy
  /** What is to be sent now, without gas and fees. */
  readJobs: (pending: number) => Promise<readonly Pick<Job, 'id' | 'call'>[]>
  /** Whether its policy has refused a job, and nothing was signed for it. */
  isRefusal: (error: unknown) => boolean
}

export type UserWorld = Pick<SenderParts, 'store' | 'now'> & {
  admission: Admission
  chainId: number
  chain: NonceChain
}

/** By name: how each user begins on a chain of its own. */
export const senderUsers: Readonly<Record<'relay' | 'keeper', (world: UserWorld) => SenderUser>> = {
  relay: relayUser,
  keeper: keeperUser,
}

/** Operations that were admitted: seeds, each for another recipient. */
function relayUser({ store, admission, chainId, chain }: UserWorld): SenderUser {
  let asked = 0
  const readAll = () => store.db.selectFrom('operations').selectAll().where('chain_id', '=', chainId).execute()
  return {
    async ask(count) {
      for (let index = 0; index < count; index++) {
        const to = testAddress(chainId * 1_000 + ++asked)
        const content = JSON.stringify({ to, amount: '50000' })
        const operation = { key: `${chainId} ${to}`, kind: 'gas', chainId, content } as const
        const result = await admission.admit(testRequest({ operation, hold: 200_000n }))
        expect(result).toHaveProperty('admitted')
      }
    },
    open({ key, ...process }) {
      const parts: RelayParts = {
        ...process,
        admission,
        ownAddresses: [],
        money: MONEY,
        // No claim is asked for, so no sponsor is asked to pay for one.
        sponsor: {} as Sponsor,
        holder: '',
        log: silent,
        metrics: undefined,
        balance: () => undefined,
        refreshBalance: async () => ({ available: 10n ** 12n, floor: 0n, low: false, asOf: 0 }),
        onSettled() {},
        timing: {} as RelayParts['timing'],
      }
      const operations = new Operations(parts, () => {})
      return {
        policy: {
          ...operationPolicy(parts, operations),
          async recover() {
            for (const orphan of await readOrphans(key()))
              await operations.refuse(orphan, { problem: 'upstream_unavailable' })
          },
          observe() {},
        },
        async readJobs() {
          const queued = await operations.readQueued(50)
          return queued.map((operation) => ({ id: operation.id, call: operations.callOf(operation) }))
        },
        isRefusal: (error) => error instanceof NotQueuedError,
      }
    },
    isDone: async () => (await readAll()).every(({ outcome }) => outcome !== null),
    async check() {},
    async checkEnd(rows) {
      for (const { id, state } of await readAll()) {
        const hashes = new Set(rows.filter((row) => row.operation_id === id).map(({ hash }) => hash))
        const carried = chain.mined.filter(({ hash }) => hashes.has(hash)).length
        expect([state, carried]).toEqual(carried === 1 ? ['final', 1] : ['refused', 0])
      }
    },
  }
}

/** USDC base units; little enough to be reached when fees rise. */
const DAILY_LIMIT = 40_000n

/** Payments that the chain shows as done or not, as the keeper finds its work: one at a time, within a daily limit. */
function keeperUser({ store, chainId, chain, now }: UserWorld): SenderUser {
  const wanted: `0x${string}`[] = []
  let jobs = 0
  const timesOf = (recipient: string) => chain.mined.filter(({ to }) => to === recipient).length
  const open = () => wanted.filter((recipient) => timesOf(recipient) === 0)
  const costOf = ({ gas, max_fee_wei }: TransactionRow) => toUnits(BigInt(gas) * BigInt(max_fee_wei), 'up')
  return {
    async ask(count) {
      for (let index = 0; index < Math.min(count, 2); index++)
        wanted.push(testAddress(chainId * 1_000 + wanted.length + 1))
    },
    open() {
      return {
        policy: {
          ...spendingPolicy({ store, chainId, dailyLimit: DAILY_LIMIT, now, onEnd() {} }),
          observe() {},
        },
        async readJobs(pending) {
          const next = pending === 0 ? open().slice(0, 1) : []
          return next.map((to) => ({
            id: `keeper ${chainId} ${++jobs}`,
            call: { to, data: '0x', value: 0n } as const,
          }))
        },
        isRefusal: (error) => error instanceof KeeperLimitError,
      }
    },
    isDone: async () => open().length === 0,
    async check(rows) {
      const [ledger] = await store.db
        .selectFrom('spending')
        .selectAll()
        .where('scope', '=', `keeper:${chainId}`)
        .execute()
      const reserved = rows
        .filter(({ state }) => state === 'prepared' || state === 'broadcast')
        .reduce((sum, row) => sum + costOf(row), 0n)
      const mined = rows.filter(({ state }) => state === 'mined')
      // Each mined transaction has cost 21,000 gas at 20 gwei.
      expect([ledger?.held ?? 0, ledger?.spent ?? 0]).toEqual([Number(reserved), mined.length * 420])
      expect((ledger?.held ?? 0) + (ledger?.spent ?? 0)).toBeLessThanOrEqual(Number(DAILY_LIMIT))
    },
    async checkEnd(rows) {
      expect(wanted.map(timesOf)).toEqual(wanted.map(() => 1))
      expect(rows.filter(({ state, raw }) => state !== 'mined' && state !== 'dead' && raw !== null)).toEqual([])
    },
  }
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
