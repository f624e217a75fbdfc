import { tiered } from '@holdfast/testkit/tier'
import { expect, test } from 'vitest'
import { testAddress, testRequest } from '../../test/admission.js'
import { checkNonces, type SenderUser, type UserWorld } from '../../test/nonceProperty.js'
import { MONEY } from '../../test/relayStage.js'
import { stores } from '../../test/stores.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { Operations } from './internal/Operations.js'
import { operationPolicy } from './internal/operationPolicy.js'
import { NotQueuedError, readOrphans } from './internal/operationRows.js'
import type { RelayParts } from './internal/RelayParts.js'
import type { Sponsor } from './internal/Sponsor.js'

const { open } = stores('sqlite')

test(
  'nonces are contiguous and each has one use, with losses, refusals and kills',
  {
    timeout: tiered(300_000, 1_200_000),
  },
  async () => checkNonces(await open(), relayUser),
)

/** Admitted operations: seeds, each for another recipient. */
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
        // No claim is requested, so the sponsor is never asked.
        sponsor: {} as Sponsor,
        holder: '',
        log: silent,
        metrics: createMetrics({ version: '0.0.0', commit: 'test' }),
        balance: () => undefined,
        refreshBalance: async () => ({ available: 10n ** 12n, floor: 0n, low: false, isBlocked: false, asOf: 0 }),
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

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
