import { type Devnet, startDevnet } from '@holdfast/devnet'
import { ask as request } from '@holdfast/testkit/http'
import { lock } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { newAccount, openService, randomHash, type ServiceStage, somePolicy } from '@holdfast/testkit/serviceStage'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stores } from '../test/stores.js'
import type { Store } from './store/Store.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet?.stop())

const { open } = stores('sqlite')

/** Adds rows until no page is left, then until none of these tables has room on its own pages either. */
async function fill(store: Store): Promise<() => Promise<void>> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(store.db)
  const rowsOf: readonly (() => Promise<unknown>)[] = [
    () =>
      store.db
        .insertInto('replays')
        .values({ address: newAccount().address.toLowerCase(), digest: randomHash(), expires_at: 9e15 })
        .execute(),
    () => store.db.insertInto('counters').values({ scope: randomHash(), bucket: 9e15, count: 1 }).execute(),
  ]
  for (const write of rowsOf)
    for (let refusals = 0; refusals < 30; )
      await write().catch((error: Error) => {
        expect(error.name).toBe('StoreUnavailableError')
        refusals++
      })
  return async () => {
    await sql`pragma max_page_count = 1000000`.execute(store.db)
  }
}

/** A body for each signed route; each of them costs a unit. */
async function bodies({ keys }: ServiceStage): Promise<Record<string, object>> {
  const { transferId, secret } = await lock(devnet)
  const policy = somePolicy(devnet.primary.usdc, keys.cosigner)
  const announce = { stealthAddress: newAccount().address, ephemeralPubKey: randomPoint(), viewTag: 1 }
  return {
    '/api/relay/gas': { to: newAccount().address },
    '/api/relay/create': { salt: randomHash(), policy },
    '/api/relay/announce': { ...announce, box: newAccount().address },
    '/api/gasless-claim': { transferId: `${transferId}`, code: secret.code, salt: secret.salt },
  }
}

test('a full disk: signed routes answer 503 and `/readyz` names the store, until there is room', async () => {
  const store = await open()
  const stage = await openService(devnet, { service: { store } })
  const ready = async () => (await request(`${stage.service.adminUrl}/readyz`)).body
  try {
    await expect.poll(ready).toMatchObject({ ok: true })
    const makeRoom = await fill(store)
    for (const [path, body] of Object.entries(await bodies(stage))) {
      const { status, body: answer } = await stage.ask(path, body)
      expect([path, status, answer.code]).toEqual([path, 503, 'upstream_unavailable'])
    }
    await expect.poll(ready).toMatchObject({ ok: false, failing: ['store'] })
    // A veto needs no room, and neither do reads.
    const spend = { account: newAccount().address, owner: newAccount().address, amount: '1', action: 0 }
    expect((await stage.ask('/api/cosign', spend)).body).toMatchObject({ approved: false, code: 'unknown_account' })
    expect((await stage.get('/api/cosign')).status).toBe(200)

    await makeRoom()
    await expect.poll(ready).toMatchObject({ ok: true })
    const statuses = Object.entries(await bodies(stage)).map(
      async ([path, body]) => [path, (await stage.ask(path, body)).status] as const,
    )
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      '/api/relay/gas': 200,
      '/api/relay/create': 200,
      // This box does not exist.
      '/api/relay/announce': 400,
      '/api/gasless-claim': 200,
    })
  } finally {
    await stage.service.stop()
    await stage.forget()
  }
})
