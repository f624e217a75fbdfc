import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import {
  createEphemeral,
  type EphemeralPolicy,
  fundEphemeral,
  LocalCoSigner,
  MODE_PULL,
  readAccount,
} from '@holdfast/sdk/shield'
import {
  claim,
  defineConfig,
  generateClaimCode,
  getTransfer,
  reclaimExpiredBatch,
  registerConfig,
  sendProtectedWithAuthorization,
} from '@holdfast/sdk/transfer'
import {
  type Address,
  bytesToHex,
  createPublicClient,
  createWalletClient,
  type Hex,
  hexToNumber,
  http,
  keccak256,
  numberToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBlock } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectTo, PRIMARY } from '../../test/relayStage.js'
import { describeStores, stores } from '../../test/stores.js'
import type { ServedChain } from '../chains/ServedChain.js'
import { openSigner } from '../keys/openSigner.js'
import type { Signer } from '../keys/Signer.js'
import { clearForeignUse } from '../sender/foreignUse.js'
import type { Store } from '../store/Store.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { createKeeper } from './createKeeper.js'
import type { Keeper } from './Keeper.js'
import { cosignerInProcess } from './KeeperCosigner.js'
import { KeeperKeyError } from './KeeperErrors.js'

let devnet: Devnet
let chain: ServedChain
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  chain = await connectTo(devnet)
})
afterAll(() => devnet?.stop())

const { open: openStore } = stores('sqlite')
const keepers: Keeper[] = []
afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()))
})

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

type OpenOptions = {
  store?: Store
  chain?: ServedChain
  signer?: Signer
  now?: () => number
  log?: Log
  maxFeePerGas?: bigint
}

async function open(options: createKeeper.Options & OpenOptions = {}) {
  const signer = options.signer ?? (await openSigner({ kind: 'raw', privateKey: generatePrivateKey() }))
  if (!options.signer) await devnet.primary.fund(signer.address, 100_000_000n)
  const store = options.store ?? (await openStore())
  const metrics = createMetrics({ version: '0', commit: 'test' })
  const keeper = createKeeper(
    {
      store,
      chains: new Map([[PRIMARY, options.chain ?? chain]]),
      keys: { keeper: signer, relayer: undefined, cosigner: undefined },
      config: { instanceId: 'test', money: { maxFeePerGas: options.maxFeePerGas ?? 1_000_000_000_000n } },
      log: options.log ?? silent,
      metrics,
      now: options.now ?? Date.now,
      stopping: new AbortController().signal,
    },
    { ...options, timing: { pollMs: 25, ...options.timing } },
  )
  keepers.push(keeper)
  const runs = async () => {
    const [report] = await keeper.runOnce()
    if (!report) throw new Error('The keeper serves no chain.')
    return report
  }
  const nonce = async () =>
    hexToNumber(await chain.client.request({ method: 'eth_getTransactionCount', params: [signer.address, 'latest'] }))
  return { keeper, runs, store, signer, nonce, metrics }
}

type Asked = { method: string; params?: readonly unknown[] }

/** A chain with one endpoint, whose answers are changed. */
function changed(served: ServedChain, change: (asked: Asked, answer: unknown) => unknown): ServedChain {
  // A client is generic in its methods; the wrapper forwards each request unchanged.
  const request = async (asked: Asked) => change(asked, await served.client.request(asked as never))
  const client = { ...served.client, request: request as typeof served.client.request }
  return { ...served, client, endpoints: [client] }
}

/** An endpoint that has no blocks but the newest. */
const withoutBlocks = (served: ServedChain) =>
  changed(served, ({ method, params }, answer) =>
    method === 'eth_getBlockByNumber' && params?.[0] !== 'latest' ? null : answer,
  )

async function person(funds = 10_000_000n) {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.primary.fund(account.address, funds)
  const options = { chain: primaryChain, transport: http(devnet.primary.rpcUrl), pollingInterval: 25 }
  return {
    address: account.address,
    publicClient: createPublicClient(options),
    walletClient: createWalletClient({ ...options, account }),
  }
}

/** Transfers of one sender that can be claimed within a minute. */
async function lock(count = 1, amount = 1_000_000n) {
  const sender = await person()
  const { configId } = await registerConfig(sender, defineConfig({ recallWindow: 60 }))
  const transfers = []
  for (let made = 0; made < count; made++) {
    const secret = generateClaimCode()
    const to = privateKeyToAccount(generatePrivateKey()).address
    const params = { configId, to, amount, claimHash: secret.claimHash }
    const { transferId } = await sendProtectedWithAuthorization(sender, params, { skipRiskCheck: true })
    transfers.push({ transferId, secret, to })
  }
  return { sender, transfers, ids: transfers.map(({ transferId }) => transferId) }
}

const statusOf = async (id: bigint) => (await getTransfer({ publicClient: chain.client }, id)).status
const expire = () => devnet.primary.increaseTime(61)

async function spendingOf(store: Store) {
  const rows = await store.db.selectFrom('spending').selectAll().where('scope', '=', `keeper:${PRIMARY}`).execute()
  return { spent: rows.reduce((sum, row) => sum + row.spent, 0), held: rows.reduce((sum, row) => sum + row.held, 0) }
}

describeStores('returns', ({ open: openStore }) => {
  test('default: returns expired transfers in one transaction, once; the others when they expire', async () => {
    const { runs, nonce, store } = await open({ store: await openStore() })
    const early = await lock(3)
    const [claimed, ...open_] = early.transfers
    if (!claimed) throw new Error('No transfer was locked.')
    const { transferId, secret, to } = claimed
    await claim(early.sender, transferId, secret.code, secret.salt, { recipient: to })
    expect(await runs()).toMatchObject({ isHolder: true, returned: [], trouble: undefined })
    await expire()
    const late = await lock(1)
    const report = await runs()
    expect(report.returned).toEqual(expect.arrayContaining(open_.map(({ transferId }) => transferId)))
    expect(await Promise.all(early.ids.map(statusOf))).toEqual(['CLAIMED', 'RECLAIMED', 'RECLAIMED'])
    expect(await statusOf(late.ids[0] ?? 0n)).toBe('PENDING')
    expect(await nonce()).toBe(1)
    expect(await runs()).toMatchObject({ returned: [] })
    expect(await nonce()).toBe(1)
    const { spent, held } = await spendingOf(store)
    expect([spent > 0, held]).toEqual([true, 0])
    await expire()
    expect((await runs()).returned).toContain(late.ids[0])
  })

  test('behavior: two keepers at once on one store send one transaction', async () => {
    const { ids } = await lock(2)
    await expire()
    const store = await openStore()
    const first = await open({ store })
    const second = await open({ store, signer: first.signer })
    const reports = await Promise.all([first.runs(), second.runs()])
    expect(reports.filter(({ isHolder }) => isHolder)).toHaveLength(1)
    expect(reports.flatMap(({ returned }) => returned)).toEqual(expect.arrayContaining(ids))
    expect(await first.nonce()).toBe(1)
    expect(await second.runs()).toMatchObject({ isHolder: true, returned: [] })
  })
})

describe('returns', () => {
  test('behavior: the transfer of a blocked sender is left for later, and costs nothing', async () => {
    const { runs, nonce, store } = await open()
    await runs()
    const blocked = await lock(1)
    const other = await lock(1)
    await expire()
    await devnet.primary.setBlocked(blocked.sender.address, true)
    expect((await runs()).returned).toEqual(other.ids)
    expect(await runs()).toMatchObject({ returned: [], trouble: undefined })
    expect(await nonce()).toBe(1)
    const [task] = await store.db.selectFrom('keeper_tasks').selectAll().execute()
    expect(task).toMatchObject({ subject: String(blocked.ids[0]), tries: 1 })
    await devnet.primary.setBlocked(blocked.sender.address, false)
    expect((await runs()).returned).toEqual([])
    await devnet.primary.increaseTime(601)
    expect((await runs()).returned).toEqual(blocked.ids)
  })

  test('behavior: keepers of two stores do not disturb each other', async () => {
    const { ids } = await lock(2)
    await expire()
    const both = await Promise.all([open(), open()])
    const reports = await Promise.all(both.map(({ runs }) => runs()))
    expect(reports.map(({ trouble }) => trouble)).toEqual([undefined, undefined])
    const returned = reports.flatMap((report) => report.returned.filter((id) => ids.includes(id)))
    expect([...returned].sort()).toEqual([...ids].sort())
  })

  test('behavior: sends smaller batches when little is left of the day, and none when nothing is', async () => {
    const { ids } = await lock(4)
    await expire()
    const poor = await open({ dailyLimit: 10n })
    expect(await poor.runs()).toMatchObject({ returned: [], trouble: 'KeeperLimitError' })
    expect(await poor.nonce()).toBe(0)
    expect(await spendingOf(poor.store)).toEqual({ spent: 0, held: 0 })
    // Enough for the highest cost of two; since they turn out cheaper, enough for all of them one after the other.
    const modest = await open({ dailyLimit: 45_000n })
    const report = await modest.runs()
    expect(report.returned.filter((id) => ids.includes(id))).toEqual(ids)
    expect(await modest.nonce()).toBeGreaterThan(1)
    expect((await spendingOf(modest.store)).spent).toBeLessThanOrEqual(45_000)
  })

  test('regression: transfers worth less than their gas are left to their sender; larger ones are returned first', async () => {
    const dust = await lock(2, 1n)
    const cents = await lock(1, 10_000n)
    const dollars = await lock(1)
    await expire()
    const { runs, nonce, store } = await open({ maxBatch: 1 })
    const mine = [...dust.ids, ...cents.ids, ...dollars.ids]
    const report = await runs()
    expect(report.returned.filter((id) => mine.includes(id))).toEqual([...dollars.ids, ...cents.ids])
    expect(report.returned.filter((id) => dust.ids.includes(id))).toEqual([])
    const sent = await nonce()
    const tasks = async () => {
      const rows = await store.db.selectFrom('keeper_tasks').select('subject').where('kind', '=', 'return').execute()
      return rows.filter(({ subject }) => dust.ids.includes(BigInt(subject))).length
    }
    expect(await tasks()).toBe(2)
    // Blocks that are read again would add them again.
    await devnet.primary.mine(100)
    for (let round = 0; round < 4; round++) {
      await devnet.primary.increaseTime(7_200)
      await runs()
    }
    expect([await tasks(), await nonce()]).toEqual([0, sent])
    expect(await Promise.all(dust.ids.map(statusOf))).toEqual(['PENDING', 'PENDING'])
    // The other tests of the file share the chain.
    await reclaimExpiredBatch(dust.sender, dust.ids)
  })

  test('behavior: a transaction that was sent and not settled is settled by the next process, and not sent twice', async () => {
    const { ids } = await lock(2)
    await expire()
    const dead = await open({
      chain: {
        ...chain,
        async broadcast() {
          // The process ends after sending to the first of its endpoints.
          setTimeout(() => void dead.keeper.stop(), 0)
          return ['accepted']
        },
      },
    })
    expect(await dead.runs()).toMatchObject({ returned: [], trouble: 'TransactionOpenError' })
    expect((await spendingOf(dead.store)).held).toBeGreaterThan(0)
    const next = await open({ store: dead.store, signer: dead.signer })
    await expect.poll(async () => (await next.runs()).trouble).toBeUndefined()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['RECLAIMED', 'RECLAIMED'])
    expect(await next.nonce()).toBe(1)
    expect((await spendingOf(dead.store)).held).toBe(0)
    expect(await dead.store.db.selectFrom('transactions').select(['state', 'raw']).execute()).toEqual([
      { state: 'mined', raw: null },
    ])
  })

  test('behavior: a transaction that is not mined is sent again with higher fees, at the same nonce', async () => {
    const { ids } = await lock(1)
    await expire()
    const dead = await open({
      chain: {
        ...chain,
        async broadcast() {
          setTimeout(() => void dead.keeper.stop(), 0)
          return ['unknown']
        },
      },
    })
    await dead.runs()
    const [stored] = await dead.store.db.selectFrom('transactions').selectAll().execute()
    const next = await open({
      store: dead.store,
      signer: dead.signer,
      now: () => Date.now() + 15_000,
      chain: {
        ...chain,
        // The earlier bytes are lost for good.
        broadcast: async (raw, options) => (raw === stored?.raw ? ['unknown'] : chain.broadcast(raw, options)),
      },
    })
    await expect.poll(async () => (await next.runs()).trouble).toBeUndefined()
    expect(await statusOf(ids[0] ?? 0n)).toBe('RECLAIMED')
    const rows = await dead.store.db.selectFrom('transactions').selectAll().orderBy('created_at').execute()
    expect(rows.map(({ nonce, state }) => [nonce, state])).toEqual([
      [0, 'dead'],
      [0, 'mined'],
    ])
    expect(BigInt(rows[1]?.max_fee_wei ?? 0) * 100n).toBeGreaterThanOrEqual(BigInt(rows[0]?.max_fee_wei ?? 0) * 125n)
    expect((await spendingOf(dead.store)).held).toBe(0)
  })

  test('behavior: fees are raised to the ceiling, then the nonce is given up, and the transfers wait', async () => {
    const { ids } = await lock(1)
    await expire()
    const { runs, nonce, store } = await open({
      maxFeePerGas: 90_000_000_000n,
      timing: { bumpMs: 150, giveUpMs: 400, offerMs: 300 },
    })
    const readRows = () => store.db.selectFrom('transactions').selectAll().orderBy('created_at').execute()
    devnet.faults.set({ rpc: { dropTransactions: 100 } })
    const round = runs()
    await expect.poll(async () => (await readRows()).some(({ gas }) => gas === 21_000)).toBe(true)
    devnet.faults.clear()
    expect(await round).toMatchObject({ returned: [], trouble: undefined })
    const rows = await readRows()
    expect(rows.map(({ max_fee_wei }) => BigInt(max_fee_wei) / 10n ** 9n)).toEqual([40n, 50n, 62n, 78n])
    expect(rows.map(({ state }) => state)).toEqual(['dead', 'dead', 'dead', 'mined'])
    const { spent, held } = await spendingOf(store)
    expect([spent > 0, held]).toEqual([true, 0])
    expect(await nonce()).toBe(1)
    expect(await store.db.selectFrom('keeper_tasks').select(['subject', 'tries']).execute()).toEqual([
      { subject: String(ids[0]), tries: 1 },
    ])
    await devnet.primary.increaseTime(601)
    expect((await runs()).returned).toEqual(ids)
    expect(await nonce()).toBe(2)
  })

  test('behavior: after a reorganisation, a transfer that is gone is dropped, and the one in its place is returned', async () => {
    const { ids } = await lock(1)
    let isOldBranch = true
    const gone = 10n ** 12n
    const { runs, nonce, store } = await open({
      chain: changed(chain, (asked, answer) => {
        if (asked.method !== 'eth_getLogs' || !isOldBranch) return answer
        const [created] = ids.map((id) => numberToHex(id, { size: 32 }))
        // The answer of a node to eth_getLogs.
        const logs = answer as { topics: Hex[] }[]
        return logs.map((log) => ({
          ...log,
          topics: log.topics.map((topic) => (topic === created ? numberToHex(gone, { size: 32 }) : topic)),
        }))
      }),
    })
    const readSubjects = async () => {
      const tasks = await store.db.selectFrom('keeper_tasks').select('subject').execute()
      return tasks.map(({ subject }) => BigInt(subject))
    }
    expect(await runs()).toMatchObject({ returned: [], trouble: undefined })
    expect(await readSubjects()).toContain(gone)
    isOldBranch = false
    await expire()
    expect(await runs()).toMatchObject({ returned: ids, trouble: undefined })
    expect(await readSubjects()).not.toContain(gone)
    expect(await nonce()).toBe(1)
  })

  test('regression: after a reorganisation removes its transaction, the same bytes are broadcast again', async () => {
    const { ids } = await lock(1)
    await expire()
    let branch: 'none' | 'old' | 'new' = 'none'
    const offered: string[] = []
    const { runs, nonce } = await open({
      timing: { offerMs: 100, bumpMs: 60_000 },
      chain: {
        ...changed(chain, (asked, answer) => {
          if (asked.method !== 'eth_getTransactionCount' || branch !== 'old') return answer
          branch = 'new'
          return '0x1'
        }),
        async broadcast(raw, options) {
          offered.push(raw)
          if (branch === 'new') return chain.broadcast(raw, options)
          branch = 'old'
          return ['accepted']
        },
      },
    })
    expect(await runs()).toMatchObject({ returned: ids, trouble: undefined })
    expect(new Set(offered).size).toBe(1)
    expect(await nonce()).toBe(1)
  })

  test('behavior: stops after a foreign transaction with its key, proven by the chain, until the operator clears it', async () => {
    const { ids } = await lock(1)
    await expire()
    const privateKey = generatePrivateKey()
    const signer = await openSigner({ kind: 'raw', privateKey })
    await devnet.primary.fund(signer.address, 100_000_000n)
    const dead = await open({
      signer,
      chain: {
        ...chain,
        async broadcast() {
          setTimeout(() => void dead.keeper.stop(), 0)
          return ['unknown']
        },
      },
    })
    await dead.runs()
    expect((await spendingOf(dead.store)).held).toBeGreaterThan(0)
    const options = { chain: primaryChain, transport: http(devnet.primary.rpcUrl) }
    const other = createWalletClient({ ...options, account: privateKeyToAccount(privateKey) })
    const hash = await other.sendTransaction({ to: signer.address, value: 0n })
    await createPublicClient({ ...options, pollingInterval: 25 }).waitForTransactionReceipt({ hash })
    const errors: string[] = []
    const log: Log = { ...silent, error: (message) => errors.push(message) }
    const isTold = async (metrics: ReturnType<typeof createMetrics>) =>
      /holdfast_keeper_stopped\{chain="\d+"\} (\d)/.exec(await metrics.registry.metrics())?.[1]
    // A nonce that was used proves nothing, at any time, while no block shows by whom.
    const blind = await open({
      store: dead.store,
      signer,
      log,
      now: () => Date.now() + 3_600_000,
      timing: { confirmMs: 500, lateReceiptMs: 100 },
      chain: withoutBlocks(chain),
    })
    expect(await blind.runs()).toMatchObject({ trouble: 'TransactionOpenError' })
    expect(errors).toEqual([])
    expect(await isTold(blind.metrics)).toBe('0')
    const next = await open({ store: dead.store, signer, log, timing: { lateReceiptMs: 100 } })
    expect(await next.runs()).toMatchObject({ trouble: 'KeyStoppedError' })
    expect(errors).toEqual(['another program sends with the keeper key; the keeper has stopped'])
    expect(await isTold(next.metrics)).toBe('1')
    expect(await spendingOf(dead.store)).toEqual({ spent: 0, held: 0 })
    // No keeper of the store sends, and a restart does not clear the stop.
    const again = await open({ store: dead.store, signer })
    expect(await again.runs()).toMatchObject({ returned: [], trouble: 'KeyStoppedError' })
    expect(await again.nonce()).toBe(1)
    expect(await clearForeignUse(dead.store)).toEqual([
      { chainId: PRIMARY, address: signer.address.toLowerCase(), txHash: hash },
    ])
    expect((await again.runs()).returned).toEqual(expect.arrayContaining(ids))
    expect(await isTold(again.metrics)).toBe('0')
    expect(await again.nonce()).toBe(2)
  })

  test('behavior: when every endpoint refuses a transaction, its nonce is filled, and the work is left for later', async () => {
    const { ids } = await lock(1)
    await expire()
    const refused = await open({ chain: { ...chain, broadcast: async () => ['refused'] }, timing: { confirmMs: 500 } })
    expect(await refused.runs()).toMatchObject({ returned: [], trouble: 'TransactionOpenError' })
    // The transaction that fills its nonce has a highest cost, which is reserved.
    expect(await spendingOf(refused.store)).toEqual({ spent: 0, held: 840 })
    const next = await open({ store: refused.store, signer: refused.signer })
    expect((await next.runs()).returned).toEqual(expect.arrayContaining(ids))
    expect(await next.nonce()).toBe(2)
    const rows = await refused.store.db.selectFrom('transactions').selectAll().orderBy('nonce').orderBy('gas').execute()
    expect(rows.map(({ nonce, state, gas }) => `${nonce} ${state} ${gas === 21_000}`)).toEqual([
      '0 mined true',
      '0 dead false',
      '1 mined false',
    ])
    expect((await spendingOf(refused.store)).held).toBe(0)
  })

  test('regression: a transaction left open by an earlier version is settled, and its limit released', async () => {
    const { ids } = await lock(2)
    await expire()
    const dead = await open({
      chain: {
        ...chain,
        async broadcast() {
          setTimeout(() => void dead.keeper.stop(), 0)
          return ['unknown']
        },
      },
    })
    await dead.runs()
    // That version knew no senders, and its transactions had no job.
    await dead.store.db.deleteFrom('senders').execute()
    await dead.store.db.updateTable('transactions').set({ operation_id: null }).execute()
    const next = await open({ store: dead.store, signer: dead.signer })
    expect(await next.runs()).toMatchObject({ trouble: undefined })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['RECLAIMED', 'RECLAIMED'])
    expect(await next.nonce()).toBe(1)
    const { spent, held } = await spendingOf(dead.store)
    expect([spent > 0, held]).toEqual([true, 0])
    expect(await dead.store.db.selectFrom('senders').select('next_nonce').execute()).toEqual([{ next_nonce: 0 }])
    // The next one uses the following nonce of the chain.
    const late = await lock(1)
    await expire()
    expect((await next.runs()).returned).toEqual(late.ids)
    expect(await dead.store.db.selectFrom('senders').select('next_nonce').execute()).toEqual([{ next_nonce: 2 }])
  })

  test('regression: bytes that every endpoint refused under an earlier version are stored again', async () => {
    const { ids } = await lock(1)
    await expire()
    const dead = await open({
      chain: {
        ...chain,
        async broadcast() {
          setTimeout(() => void dead.keeper.stop(), 0)
          return ['unknown']
        },
      },
    })
    await dead.runs()
    await dead.store.db.deleteFrom('senders').execute()
    await dead.store.db.deleteFrom('spending').execute()
    await dead.store.db.updateTable('transactions').set({ operation_id: null, state: 'dead', raw: null }).execute()
    const next = await open({ store: dead.store, signer: dead.signer })
    expect((await next.runs()).returned).toEqual(expect.arrayContaining(ids))
    expect(await dead.store.db.selectFrom('transactions').select(['nonce', 'state', 'raw']).execute()).toEqual([
      { nonce: 0, state: 'mined', raw: null },
    ])
  })

  test('behavior: above the fee ceiling, or without enough balance, nothing is signed', async () => {
    const { ids } = await lock(1)
    await expire()
    const dear = await open({ maxFeePerGas: 1n })
    expect(await dear.runs()).toMatchObject({ trouble: 'KeeperFeeError' })
    const signer = await openSigner({ kind: 'raw', privateKey: generatePrivateKey() })
    const poor = await open({ signer })
    expect(await poor.runs()).toMatchObject({ trouble: 'KeeperFundsError' })
    for (const { store } of [dear, poor])
      expect(await store.db.selectFrom('transactions').selectAll().execute()).toEqual([])
    await devnet.primary.fund(signer.address, 1_000_000n)
    expect((await poor.runs()).returned).toEqual(expect.arrayContaining(ids))
  })

  test('regression: a reorganisation deeper than the blocks that are read again misses no transfer', async () => {
    const base = Number(await chain.client.request({ method: 'eth_blockNumber' }))
    let isOldBranch = true
    const { runs, store } = await open({
      chain: changed(chain, ({ method }, answer) => {
        if (!isOldBranch) return answer
        if (method === 'eth_getLogs') return []
        if (method !== 'eth_getBlockByNumber' || answer === null) return answer
        // A block, as a node answers.
        const block = answer as { number: Hex; hash: Hex }
        return hexToNumber(block.number) > base ? { ...block, hash: keccak256(block.hash) } : block
      }),
    })
    await runs()
    const { ids } = await lock(1)
    await devnet.primary.mine(200)
    await runs()
    const cursor = await store.db.selectFrom('cursors').select('next_block').executeTakeFirstOrThrow()
    expect(cursor.next_block).toBeGreaterThan(base + 64)
    isOldBranch = false
    await expire()
    expect((await runs()).returned).toEqual(expect.arrayContaining(ids))
  })

  test('regression: the head of one host proves nothing about the transfers of another', async () => {
    let head: unknown
    const as = (answer: (method: string) => unknown): ServedChain['client'] => {
      const request = async (asked: { method: string }) => answer(asked.method) ?? chain.client.request(asked as never)
      return { ...chain.client, request: request as ServedChain['client']['request'] }
    }
    const behind = (method: string) => (head !== undefined && method === 'eth_getLogs' ? [] : undefined)
    const { runs } = await open({
      chain: {
        ...chain,
        client: as(behind),
        endpoints: [
          as((method) => {
            if (head !== undefined) throw new Error(`This host does not answer ${method}.`)
          }),
          as((method) => (method === 'eth_blockNumber' ? head : behind(method))),
        ],
      },
    })
    head = await chain.client.request({ method: 'eth_blockNumber' })
    const { ids } = await lock(1)
    await devnet.primary.mine(200)
    await runs()
    head = undefined
    await expire()
    expect(await runs()).toMatchObject({ returned: ids })
  })

  test('behavior: an outage ends only this round', async () => {
    const client = {
      ...chain.client,
      request: () => Promise.reject(new Error('gone')),
    } as unknown as typeof chain.client
    const { runs, keeper } = await open({ chain: { ...chain, client } })
    expect((await runs()).trouble).toBeDefined()
    await keeper.stop()
  })

  test('behavior: runs rounds until it is stopped', async () => {
    const { keeper } = await open({ pollMs: 50 })
    keeper.start()
    const { ids } = await lock(1)
    await expire()
    await expect.poll(() => statusOf(ids[0] ?? 0n)).toBe('RECLAIMED')
    await keeper.stop()
    await keeper.stop()
  })
})

describe('pulls', () => {
  const cosigner = new LocalCoSigner(generatePrivateKey(), { riskCheck: () => ({ level: 'safe', complete: true }) })
  /** Signs as the service does for a box with a binding: without knowing its owner. */
  const bound = (veto: { code?: string } = {}) => ({
    asked: [] as unknown[],
    address: cosigner.address,
    async authorize(request: Parameters<typeof cosigner.authorize>[0]) {
      this.asked.push(request)
      if (veto.code) return { approved: false as const, code: veto.code, reason: 'No.' }
      return cosigner.authorize({ ...request, owner: privateKeyToAccount(generatePrivateKey()).address })
    },
  })

  async function makeBox(over: Partial<EphemeralPolicy> = {}, funds = 3_000_000n) {
    const owner = await person()
    const policy: EphemeralPolicy = {
      token: devnet.primary.usdc,
      owner: owner.address,
      vault: owner.address,
      cosigner: cosigner.address,
      target: privateKeyToAccount(generatePrivateKey()).address,
      maxAmount: 2_500_000n,
      perPullMax: 1_000_000n,
      expiry: 4_000_000_000,
      interval: 3_600,
      mode: MODE_PULL,
      ...over,
    }
    const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
    const { account } = await createEphemeral(owner, chain.deployment.spendPolicyFactory, salt, policy, {
      skipRiskCheck: true,
    })
    if (funds > 0n)
      await fundEphemeral(owner, account, funds, policy, { skipRiskCheck: true }).catch(() =>
        devnet.primary.fund(account, funds),
      )
    return account
  }
  const boxesOf = (...accounts: Address[]) => accounts.map((account) => ({ chainId: PRIMARY, account }))
  const spentOf = async (box: Address) => (await readAccount(chain.client, box)).spent

  test('default: pulls its price at once, then once in every interval, and the rest last', async () => {
    const box = await makeBox()
    const { runs } = await open({ cosigner: bound(), boxes: boxesOf(box) })
    expect(await runs()).toMatchObject({ pulled: [box], trouble: undefined })
    expect(await runs()).toMatchObject({ pulled: [] })
    expect(await spentOf(box)).toBe(1_000_000n)
    await devnet.primary.increaseTime(3_601)
    expect(await runs()).toMatchObject({ pulled: [box] })
    await devnet.primary.increaseTime(3_601)
    expect(await runs()).toMatchObject({ pulled: [box] })
    expect(await spentOf(box)).toBe(2_500_000n)
    await devnet.primary.increaseTime(3_601)
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
  })

  test('behavior: pulls from boxes with a binding in the store, until it ends', async () => {
    const [bind, over] = [await makeBox(), await makeBox()]
    const { runs, store } = await open({ cosigner: bound() })
    const row = (account: Address, until: number) => ({
      chain_id: PRIMARY,
      account: account.toLowerCase(),
      sealed: 'x',
      signed_at: 0,
      until,
    })
    await store.db
      .insertInto('bindings')
      .values([row(bind, Date.now() + 1e6), row(over, Date.now() - 1)])
      .execute()
    expect(await runs()).toMatchObject({ pulled: [bind] })
  })

  test('regression: boxes whose binding has ended do not displace others', async () => {
    const box = await makeBox()
    const { runs, store } = await open({ cosigner: bound(), boxes: boxesOf(box) })
    const ended = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    await store.db
      .insertInto('keeper_tasks')
      .values(ended.map((subject) => ({ chain_id: PRIMARY, kind: 'pull', subject, due_at: 0, tries: 0 }) as const))
      .execute()
    await runs()
    expect(await runs()).toMatchObject({ pulled: [box], trouble: undefined })
    expect(await store.db.selectFrom('keeper_tasks').selectAll().execute()).toHaveLength(1)
  })

  test('behavior: pulls nothing from a box without a price, with too little, of another co-signer, or from another contract', async () => {
    const asked = bound()
    const boxes = [
      await makeBox({ perPullMax: 0n }),
      await makeBox({}, 0n),
      await makeBox({ cosigner: (await person(0n)).address }),
      await makeBox({ mode: 0, interval: 0, perPullMax: 0n }),
      (await person(0n)).address,
      devnet.primary.usdc,
    ]
    const { runs, nonce } = await open({ cosigner: asked, boxes: boxesOf(...boxes) })
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
    expect(asked.asked).toEqual([])
    expect(await nonce()).toBe(0)
  })

  test('behavior: after a veto it asks again, later', async () => {
    const box = await makeBox()
    const veto = { code: 'risk_blocked' }
    const asked = bound(veto)
    const { runs } = await open({ cosigner: asked, boxes: boxesOf(box) })
    await runs()
    await runs()
    expect(asked.asked).toHaveLength(1)
    veto.code = ''
    await devnet.primary.increaseTime(601)
    expect(await runs()).toMatchObject({ pulled: [box] })
  })

  test('behavior: a co-signer that does not answer is asked again soon', async () => {
    const box = await makeBox()
    const veto = { code: 'cosigner_unavailable' }
    const { runs } = await open({ cosigner: bound(veto), boxes: boxesOf(box) })
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
    veto.code = ''
    await devnet.primary.increaseTime(61)
    expect(await runs()).toMatchObject({ pulled: [box] })
  })

  test('behavior: a box that cannot pay does not hold up the others', async () => {
    const target = privateKeyToAccount(generatePrivateKey()).address
    const [stuck, well] = [await makeBox({ target }), await makeBox()]
    await devnet.primary.setBlocked(target, true)
    const { runs } = await open({ cosigner: bound(), boxes: boxesOf(stuck, well) })
    expect(await runs()).toMatchObject({ pulled: [well], trouble: undefined })
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
  })

  test('behavior: any number of worthless pulls does not prevent the return of an expired transfer', async () => {
    const asked = bound()
    const dust = await Promise.all(
      Array.from({ length: 12 }, () => makeBox({ maxAmount: 1_000n, perPullMax: 1n, interval: 1 }, 1_000n)),
    )
    const { runs, nonce } = await open({ cosigner: asked, boxes: boxesOf(...dust) })
    for (let round = 0; round < 3; round++) {
      expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
      await devnet.primary.increaseTime(601)
    }
    expect(asked.asked).toEqual([])
    expect(await nonce()).toBe(0)
  })

  test('behavior: pulls use up only their own daily limit, and returns continue', async () => {
    const boxes = [await makeBox({ interval: 1 }), await makeBox({ interval: 1 })]
    // Enough for the highest cost of two pulls; an owner's twentieth of it is not enough for one.
    const { runs, nonce } = await open({ cosigner: bound(), boxes: boxesOf(...boxes), pullLimit: 10_000n })
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
    const { ids } = await lock(1)
    await devnet.primary.increaseTime(62)
    const report = await runs()
    expect(report).toMatchObject({ pulled: [], trouble: undefined })
    expect(report.returned).toEqual(expect.arrayContaining(ids))
    expect(await nonce()).toBeGreaterThan(0)
  })

  test('behavior: one owner has a twentieth of the pulls of a day', async () => {
    const boxes = [await makeBox({ interval: 1 }), await makeBox({ interval: 1 })]
    const { runs, store } = await open({ cosigner: bound(), boxes: boxesOf(...boxes), pullLimit: 100_000n })
    let pulled = 0
    for (let round = 0; round < 4; round++) {
      pulled += (await runs()).pulled.length
      await devnet.primary.increaseTime(2)
    }
    // A first pull costs about 1,770 units, at most 3,600; an owner has 5,000.
    expect(pulled).toBe(2)
    const rows = await store.db.selectFrom('spending').select(['scope', 'spent', 'held']).execute()
    const ofOwners = rows.filter(({ scope }) => scope.split(':').length === 3)
    expect(ofOwners).toHaveLength(2)
    for (const { spent, held } of ofOwners) expect(spent + held).toBeLessThanOrEqual(5_000)
  })

  test('behavior: boxes that are pulled from repeatedly leave half of the daily limit to the others', async () => {
    const [often, seldom] = [await makeBox({ interval: 1 }), await makeBox({ interval: 1 }, 0n)]
    const pullLimit = 1_000_000n
    const { runs, store } = await open({ cosigner: bound(), boxes: boxesOf(often, seldom), pullLimit })
    // A second pull on the same day of the chain must follow.
    const { timestamp } = await getBlock(chain.client)
    if (timestamp % 86_400n > 85_000n) await devnet.primary.increaseTime(1_400)
    expect(await runs()).toMatchObject({ pulled: [often] })
    await devnet.primary.increaseTime(2)
    expect(await runs()).toMatchObject({ pulled: [often] })
    // As it would be after pulls from boxes of other owners.
    const today = Math.floor(Date.now() / 86_400_000)
    const used = [today, today + 1].map((day) => ({
      day,
      scope: `keeper-pulls-again:${PRIMARY}`,
      spent: Number(pullLimit / 2n),
      held: 0,
    }))
    await store.db
      .insertInto('spending')
      .values(used)
      .onConflict((conflict) => conflict.columns(['day', 'scope']).doUpdateSet({ spent: Number(pullLimit / 2n) }))
      .execute()
    await devnet.primary.fund(seldom, 3_000_000n)
    await devnet.primary.increaseTime(601)
    expect(await runs()).toMatchObject({ pulled: [seldom], trouble: undefined })
    // On the next day the box is pulled from again.
    await devnet.primary.increaseTime(86_400)
    expect((await runs()).pulled).toContain(often)
  })

  test('behavior: two keepers of two stores pull once', async () => {
    const box = await makeBox()
    const both = await Promise.all([1, 2].map(() => open({ cosigner: bound(), boxes: boxesOf(box) })))
    await Promise.all(both.map(({ runs }) => runs()))
    expect(await spentOf(box)).toBe(1_000_000n)
  })

  test('behavior: refills itself from its own box when its balance is low', async () => {
    const signer = await openSigner({ kind: 'raw', privateKey: generatePrivateKey() })
    await devnet.primary.fund(signer.address, 500_000n)
    const box = await makeBox({ target: signer.address })
    const refill = { chainId: PRIMARY, box, below: 1_000_000n }
    const { runs } = await open({ signer, cosigner: bound(), boxes: boxesOf(box), refill })
    expect(await runs()).toMatchObject({ pulled: [], trouble: undefined })
    expect(await spentOf(box)).toBe(1_000_000n)
    await runs()
    await devnet.primary.increaseTime(3_601)
    await runs()
    expect(await spentOf(box)).toBe(1_000_000n)
  })

  test('cosignerInProcess passes on only the spend; it reads the rest from the chain', async () => {
    const asked: unknown[] = []
    const { authorize } = cosignerInProcess({
      address: cosigner.address,
      async judge(request) {
        asked.push(request)
        return { approved: true, signature: '0x12' }
      },
    })
    const account = privateKeyToAccount(generatePrivateKey()).address
    const request = { account, amount: 5n, action: 1, chainId: PRIMARY, target: account } as const
    const answer = await authorize({ ...request, nonce: 1n, remaining: 1n, expiry: 1 })
    expect(answer).toEqual({ approved: true, signature: '0x12' })
    expect(asked).toEqual([{ phase: 'authorize', chainId: PRIMARY, account, amount: 5n, action: 1 }])
  })
})

describe('its key', () => {
  test('error: none, or one that the relayer or the co-signer has', async () => {
    const signer = await openSigner({ kind: 'raw', privateKey: generatePrivateKey() })
    const parts = {
      store: await openStore(),
      chains: new Map([[PRIMARY, chain]]),
      config: { instanceId: 'test', money: { maxFeePerGas: 1n } },
      log: silent,
      metrics: createMetrics({ version: '0', commit: 'test' }),
      now: Date.now,
      stopping: new AbortController().signal,
    }
    const none = { keeper: undefined, relayer: undefined, cosigner: undefined }
    expect(() => createKeeper({ ...parts, keys: none })).toThrow(KeeperKeyError)
    for (const keys of [
      { ...none, relayer: signer },
      { ...none, cosigner: signer },
    ])
      expect(() => createKeeper({ ...parts, keys: { ...keys, keeper: signer } })).toThrow(
        expect.objectContaining({ reason: 'shared' }),
      )
    const cosigner = { address: signer.address, authorize: () => Promise.reject(new Error('no')) }
    expect(() => createKeeper({ ...parts, keys: { ...none, keeper: signer } }, { cosigner })).toThrow(KeeperKeyError)
  })
})
