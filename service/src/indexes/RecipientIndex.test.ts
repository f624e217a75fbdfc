import { decodeVerifiedRecipients } from '@holdfast/sdk/wire'
import { newAccount, randomHash } from '@holdfast/testkit/serviceStage'
import { type Address, getAddress, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { EventChain } from '../../test/eventChain.js'
import { stores } from '../../test/stores.js'
import type { Store } from '../store/Store.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { createIndexes, type Indexes } from './createIndexes.js'

const { open: openStore } = stores('sqlite')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const opened: Indexes[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((indexes) => indexes.stop()))
})

/** An index of a chain with a hundred blocks, in one of which a sender has reached a number of recipients. */
async function reached(sender: Address, count: number) {
  const store = await openStore()
  const chain = new EventChain()
  chain.mineAll(Array.from({ length: 100 }, () => 0))
  await (await read(store, chain)).stop()
  const rows = Array.from({ length: count }, (_, place) => ({
    chain_id: chain.id,
    block_number: chain.head - 50,
    log_index: place,
    block_hash: randomHash(),
    transaction_hash: randomHash(),
    sender: sender.toLowerCase(),
    recipient: numberToHex(10n ** 40n + BigInt(place), { size: 20 }),
    transfer_id: `${place + 1}`,
  }))
  while (rows.length > 0) await store.db.insertInto('verified_recipients').values(rows.splice(0, 500)).execute()
  return { chain, index: (await read(store, chain)).recipients(chain.id) }
}

async function read(store: Store, chain: EventChain): Promise<Indexes> {
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const chains = new Map([[chain.id, chain.served()]])
  const indexes = await createIndexes(
    { store, chains, config: { instanceId: 'test' }, log: silent, metrics, now: Date.now },
    { timing: { pollMs: 10, standbyMs: 10, maxPauseMs: 20 } },
  )
  opened.push(indexes)
  await expect.poll(() => indexes.recipients(chain.id).status().complete, { interval: 5 }).toBe(true)
  return indexes
}

const textOf = async (index: Awaited<ReturnType<typeof reached>>['index'], sender: Address) =>
  Buffer.from(await index.document(sender).bytes('identity')).toString()

test.each([0, 1, 3])(
  '%i recipients: the answer equals that of the wire encoder, in the order of the transfers',
  async (count) => {
    const sender = newAccount().address
    const { chain, index } = await reached(sender, count)
    const text = await textOf(index, sender)
    const { recipients, complete } = decodeVerifiedRecipients(JSON.parse(text), { chainId: chain.id, sender })
    expect(complete).toBe(true)
    expect(recipients.map(({ transferId }) => transferId)).toEqual(
      Array.from({ length: count }, (_, i) => BigInt(i + 1)),
    )
    expect(recipients.map(({ address }) => address)).toEqual(index.recipientsOf(sender).map(({ address }) => address))
    for (const { address } of recipients) expect(address).toBe(getAddress(address))
    expect(await textOf(index, sender)).toBe(text)
  },
)

test('regression: a long list of any sender is written once for all callers', async () => {
  const sender = newAccount().address
  const { chain, index } = await reached(sender, 2_000)
  const document = index.document(sender)
  const asked = Array.from({ length: 100 }, () => index.document(sender))
  expect(new Set(asked)).toEqual(new Set([document]))
  const body = JSON.parse(await textOf(index, sender))
  expect(decodeVerifiedRecipients(body, { chainId: chain.id, sender }).recipients).toHaveLength(2_000)
  expect(index.document(newAccount().address)).not.toBe(document)
})
