import { tiered } from '@holdfast/testkit/tier'
import { expect, test } from 'vitest'
import { testAddress } from '../../test/admission.js'
import { checkNonces, type SenderUser, type UserWorld } from '../../test/nonceProperty.js'
import { stores } from '../../test/stores.js'
import { toUnits } from '../sender/money.js'
import type { TransactionRow } from '../sender/SenderPolicy.js'
import { spendingPolicy } from './internal/spendingPolicy.js'
import { KeeperLimitError } from './KeeperErrors.js'

const { open } = stores('sqlite')

test(
  'nonces are contiguous and each has one use, with losses, refusals and kills',
  {
    timeout: tiered(300_000, 1_200_000),
  },
  async () => checkNonces(await open(), keeperUser),
)

/** USDC base units; small enough to be reached when fees rise. */
const dailyLimit = 40_000n

/**
 * Payments that the chain shows as done or not, which is how the keeper finds its work: one at a time, within a daily
 * limit.
 */
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
          ...spendingPolicy({ store, chainId, dailyLimit, now, onEnd() {} }),
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
      expect((ledger?.held ?? 0) + (ledger?.spent ?? 0)).toBeLessThanOrEqual(Number(dailyLimit))
    },
    async checkEnd(rows) {
      expect(wanted.map(timesOf)).toEqual(wanted.map(() => 1))
      expect(rows.filter(({ state, raw }) => state !== 'mined' && state !== 'dead' && raw !== null)).toEqual([])
    },
  }
}
