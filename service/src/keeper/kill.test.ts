import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedTransferAbi } from '@holdfast/contracts'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { getTransfer } from '@holdfast/sdk/transfer'
import { lockMany } from '@holdfast/testkit/lock'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { tiered } from '@holdfast/testkit/tier'
import { type Hash, hexToBigInt, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runKeeperProcess } from '../../test/childRun.js'
import { startPostgres, type TestPostgres } from '../../test/postgres.js'
import { connectTo } from '../../test/relayStage.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Config } from '../config/Config.js'
import { openStore } from '../store/openStore.js'

/** Processes killed at each step, on each of two stores. */
const kills = tiered(1, 10)
const steps = ['signed', 'prepared', 'broadcasting', 'broadcast', 'receipt', 'mined', 'settled'] as const

let devnet: Devnet
let postgres: TestPostgres
let directory: string
let chain: ServedChain
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100 })
  postgres = await startPostgres()
  directory = await mkdtemp(join(SCRATCH, 'holdfast-keeper-kill-'))
  chain = await connectTo(devnet, undefined, 30_000)
})
afterAll(async () => {
  await devnet?.stop()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
})

// A killed process leaves its transaction to the next process, which is killed while it continues that transaction or makes
// one of its own.
describe.each(['sqlite', 'postgres'] as const)('keeper (%s)', (kind) => {
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey)
  const funds = 100_000_000n
  let store: Config['store']
  let ids: bigint[] = []
  beforeAll(async () => {
    store = kind === 'sqlite' ? { kind, directory } : { kind, url: await postgres.createDatabase() }
    await devnet.primary.fund(address, funds)
    const transfers = await lockMany(devnet, steps.length * kills + 1)
    ids = transfers.map(({ transferId }) => transferId)
    await devnet.primary.increaseTime(8 * 86_400)
  })

  const run = (death: (typeof steps)[number] | undefined) =>
    runKeeperProcess({ rpcUrl: devnet.primary.rpcUrl, store, privateKey, death })

  test.each(steps)(
    'behavior: killed at the step %s',
    async (step) => {
      for (let kill = 0; kill < kills; kill++) expect(await run(step)).toBe('SIGKILL')
    },
    60_000 + kills * 30_000,
  )

  test('behavior: afterwards each transfer was returned by one transaction and counted once against the limit', async () => {
    expect(await run(undefined)).toBe('exit 0')
    const statuses = await Promise.all(ids.map((id) => getTransfer({ publicClient: chain.client }, id)))
    expect(statuses.map(({ status }) => status)).toEqual(ids.map(() => 'RECLAIMED'))

    const { db, close } = await openStore({ store })
    const rows = await db.selectFrom('transactions').selectAll().orderBy('nonce').execute()
    expect(rows.map(({ nonce, state, raw }) => ({ nonce, state, raw }))).toEqual(
      ids.map((_, nonce) => ({ nonce, state: 'mined', raw: null })),
    )
    const receipts = await Promise.all(
      rows.map(({ hash }) => getTransactionReceipt(chain.client, { hash: hash as Hash })),
    )
    const returned = receipts.flatMap(({ logs }) =>
      parseEventLogs({ abi: protectedTransferAbi, eventName: 'TransferReclaimed', logs }).map(
        ({ args }) => args.transferId,
      ),
    )
    expect(returned.toSorted(ascending)).toEqual(ids.toSorted(ascending))

    const costs = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
    const balance = await chain.client.request({ method: 'eth_getBalance', params: [address, 'latest'] })
    expect(funds * wei - hexToBigInt(balance)).toBe(costs.reduce((sum, cost) => sum + cost, 0n))
    const ledgers = await db.selectFrom('spending').selectAll().execute()
    const spent = costs.reduce((sum, cost) => sum + (cost + wei - 1n) / wei, 0n)
    expect(ledgers.reduce((sum, { held }) => sum + held, 0)).toBe(0)
    expect(ledgers.reduce((sum, ledger) => sum + ledger.spent, 0)).toBe(Number(spent))
    await close()
  })
})

const ascending = (a: bigint, b: bigint) => Number(a - b)
/** Native wei in a USDC base unit. */
const wei = 10n ** 12n
