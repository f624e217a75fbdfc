import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { claimKeyFromLink, generateClaimCode, generateLinkSecret, getTransfer } from '@holdfast/sdk/transfer'
import { lock, lockKeyed } from '@holdfast/testkit/lock'
import { type Address, erc20Abi } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readLedgers } from '../../test/admission.js'
import { claimPart, connectTo, keyClaimPart, openRelay, type RelayStage, seedPart } from '../../test/relayStage.js'
import { stores } from '../../test/stores.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Store } from '../store/Store.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())

const { open } = stores('sqlite')
const stages: RelayStage[] = []
const stops: (() => void)[] = []
afterEach(async () => {
  await Promise.all(stages.splice(0).map(({ relay }) => relay.stop()))
  for (const stop of stops.splice(0)) stop()
})

async function stage(changes: Changes = {}) {
  const { url = devnet.primary.sponsorUrl, apiKey = 'devnet', resendMs = 60_000, ...others } = changes
  const store = await open()
  const sponsor = { bundlerUrl: url, paymasterUrl: devnet.primary.sponsorUrl, apiKey }
  const timing = { resendMs, sponsorMs: 60_000, answerMs: 60_000 }
  const opened = await openRelay(devnet, store, { ...others, sponsor, timing })
  stages.push(opened)
  return { store, ...opened }
}

type Changes = { url?: string; apiKey?: string; resendMs?: number } & Pick<openRelay.Options, 'chain' | 'privateKey'>

/** The devnet behind a host that calls `look` before it answers each request. */
async function watchedChain(look: (method: string, params: string) => Promise<unknown>): Promise<ServedChain> {
  const chain = await connectTo(devnet)
  const request = async ({ method, params }: { method: string; params?: unknown }) =>
    (await look(method, JSON.stringify(params))) ?? chain.client.request({ method, params } as never)
  const client = { ...chain.client, request: request as typeof chain.client.request }
  return { ...chain, client, endpoints: [client] }
}

/** How many user operations of a store were executed, with any result. */
async function countCarried({ chain, store }: { chain: ServedChain; store: Store }): Promise<number> {
  const logs = await chain.client.request({
    method: 'eth_getLogs',
    params: [{ address: entryPoint07Address, fromBlock: '0x3344283', toBlock: 'latest' }],
  })
  const rows = await store.db.selectFrom('user_operations').select('hash').execute()
  return logs.filter((log) => rows.some(({ hash }) => hash === log.topics[1])).length
}

type Behaviour = 'refuse' | 'lose' | 'lose the answer' | Held
/** The request reaches the sponsor later; after that it is answered, or not. */
type Held = { until: Promise<void>; isAnswered: boolean }

/** A proxy in front of the sponsor that applies the given behaviours to the next user operations. */
async function startBundler(behaviours: Behaviour[]) {
  let asked = 0
  let answered = 0
  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const isSent = body.includes('eth_sendUserOperation')
    if (isSent) asked++
    const behaviour = isSent ? behaviours.shift() : undefined
    if (behaviour === 'lose') return void request.socket.destroy()
    if (behaviour === 'refuse') return void response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32500}}')
    const held = typeof behaviour === 'object' ? behaviour : undefined
    if (held?.isAnswered === false) request.socket.destroy()
    await held?.until
    const { authorization = '' } = request.headers
    const answer = await fetch(devnet.primary.sponsorUrl, { method: 'POST', body, headers: { authorization } })
    if (isSent) answered++
    if (behaviour && !held?.isAnswered) return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  const server = createServer((request, response) => void carry(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    answered: () => answered,
  }
}

/** A bundler that never answers, closes each connection, or answers with 64 MiB. */
async function startBroken(how: 'silent' | 'broken' | 'huge') {
  let asked = 0
  let sent = 0
  function* answer() {
    yield '{"result":"'
    for (; sent < 64; sent++) yield 'a'.repeat(2 ** 20)
    yield '"}'
  }
  const server = createServer((request, response) => {
    asked++
    if (how === 'broken') request.socket.destroy()
    if (how === 'huge') pipeline(answer(), response).catch(() => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  stops.push(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    /** MiB of the answers. */
    sent: () => sent,
    stop,
  }
}

/** Selector of the EntryPoint's function. */
const getNonceSelector = '0x35567e1a'
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const usdcOf = (chain: ServedChain, address: Address) =>
  readContract(chain.client, {
    address: chain.deployment.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

const isPaid = { body: { ok: true, txHash: expect.stringMatching(/^0x/) } }

test('default: the sponsor pays, the recipient is paid, the relayer sends nothing', async () => {
  const { chain, ask, finish, nonce, store } = await stage()
  const transfers = [await lock(devnet), await lock(devnet), await lock(devnet)]
  const ids = await Promise.all(transfers.map(({ transferId, secret }) => ask(claimPart(chain, transferId, secret))))
  for (const id of ids) expect(await finish(id)).toEqual(isPaid)
  for (const { transferId } of transfers)
    expect(await getTransfer({ publicClient: chain.client }, transferId)).toMatchObject({ status: 'CLAIMED' })
  expect(await nonce()).toBe(0)
  const ledgers = await readLedgers(store)
  expect(ledgers['units global']).toBe('3 used, 0 held')
  expect(ledgers['money global']).toBe('0 spent, 0 held')
  // Each of them tried to create the account; those that came too late were offered again.
  const rows = await store.db.selectFrom('user_operations').select('state').execute()
  expect(rows.filter(({ state }) => state !== 'dead')).toEqual([
    { state: 'mined' },
    { state: 'mined' },
    { state: 'mined' },
  ])
})

test('default: a claim by key is sponsored like one by code, for a recorded recipient and for an open transfer', async () => {
  const { chain, ask, finish, nonce, store } = await stage()
  const recorded = await lockKeyed(devnet)
  const open = await lockKeyed(devnet, { isOpen: true })
  const holder = privateKeyToAddress(generatePrivateKey())
  const paid = [
    { ...recorded, recipient: recorded.to },
    { ...open, recipient: holder },
  ]
  const parts = paid.map(({ key, transferId, recipient }) => keyClaimPart(chain, key, transferId, recipient))
  const ids = await Promise.all(parts.map(async (part) => ask(await part)))
  for (const id of ids) expect(await finish(id)).toEqual(isPaid)
  for (const { transferId, recipient } of paid) {
    expect(await getTransfer({ publicClient: chain.client }, transferId)).toMatchObject({
      status: 'CLAIMED',
      to: recipient,
    })
    expect(await usdcOf(chain, recipient)).toBe(1_000_000n)
  }
  expect([await nonce(), await countCarried({ chain, store })]).toEqual([0, 2])
  expect((await readLedgers(store))['money global']).toBe('0 spent, 0 held')
})

test('behavior: for a key that needs the release, it is requested once, at the sponsor’s expense', async () => {
  const { chain, do: act, nonce, store } = await stage()
  const { transferId, key } = await lockKeyed(devnet, { isOpen: true, claimMode: 'KEY_RELEASE' })
  const part = await keyClaimPart(chain, key, transferId, privateKeyToAddress(generatePrivateKey()))
  const asked = { ok: false, error: { kind: 'unavailable', reason: 'awaiting_release' } }
  for (let times = 0; times < 2; times++) expect(await act(part)).toMatchObject({ body: asked })
  expect(await getTransfer({ publicClient: chain.client }, transferId)).toMatchObject({ status: 'PENDING' })
  expect([await nonce(), await countCarried({ chain, store })]).toEqual([0, 1])
})

test('behavior: a claim with a wrong key reaches no sponsor, and one that the sponsor loses is paid once', async () => {
  const {
    chain,
    do: act,
    nonce,
    store,
  } = await stage({
    ...(await startBundler(['lose the answer'])),
    resendMs: 500,
  })
  const { transferId, key, to } = await lockKeyed(devnet)
  const wrong = await keyClaimPart(chain, claimKeyFromLink(generateLinkSecret()), transferId, to)
  const error = { kind: 'unavailable', reason: 'invalid_signature' }
  expect(await act(wrong)).toMatchObject({ body: { ok: false, error } })
  expect(await store.db.selectFrom('user_operations').selectAll().execute()).toEqual([])
  expect(await act(await keyClaimPart(chain, key, transferId, to))).toEqual(isPaid)
  expect([await nonce(), await countCarried({ chain, store })]).toEqual([0, 1])
})

test('behavior: a slow sponsor uses up no place of the relayer', async () => {
  const { url, asked, stop } = await startBroken('silent')
  const { chain, ask, do: act } = await stage({ url })
  const transfers = await Promise.all(Array.from({ length: 17 }, () => lock(devnet)))
  await Promise.all(transfers.map(({ transferId, secret }) => ask(claimPart(chain, transferId, secret))))
  await expect.poll(asked).toBeGreaterThan(7)
  const to = privateKeyToAddress(generatePrivateKey())
  expect(await act(seedPart(chain, to, 50_000n))).toMatchObject({ body: { amount: '50000' } })
  // The relayer pays for claims beyond the sponsor's places.
  const statuses = () =>
    Promise.all(
      transfers.map(({ transferId }) =>
        getTransfer({ publicClient: chain.client }, transferId).then(({ status }) => status),
      ),
    )
  const countClaimed = async () => (await statuses()).filter((status) => status === 'CLAIMED').length
  await expect.poll(countClaimed).toBe(9)
  expect(asked()).toBe(8)
  // Stop waiting for its answers.
  stop()
})

test('behavior: a sponsor that fails three times in a row is not asked for a while', async () => {
  const { url, asked } = await startBroken('broken')
  const { chain, do: act } = await stage({ url })
  for (let claims = 0; claims < 5; claims++) {
    const { transferId, secret } = await lock(devnet)
    expect(await act(claimPart(chain, transferId, secret))).toEqual(isPaid)
  }
  expect(asked()).toBe(3)
})

test('behavior: no more of an answer of the sponsor is read than a valid one has', async () => {
  const { url, sent } = await startBroken('huge')
  const { chain, do: act } = await stage({ url })
  const { transferId, secret } = await lock(devnet)
  expect(await act(claimPart(chain, transferId, secret))).toEqual(isPaid)
  // What the system holds for the two sockets counts as well.
  expect(sent()).toBeLessThan(16)
})

test('behavior: a claim with a wrong code reaches no sponsor', async () => {
  const { chain, do: act, store } = await stage()
  const { transferId } = await lock(devnet)
  expect(await act(claimPart(chain, transferId, generateClaimCode()))).toMatchObject({
    body: { error: { kind: 'wrong_code', attemptsRemaining: 5 } },
  })
  expect(await store.db.selectFrom('user_operations').selectAll().execute()).toEqual([])
})

test('behavior: refused by the sponsor, paid by the relayer', async () => {
  const { chain, do: act, nonce } = await stage({ apiKey: 'wrong' })
  const { transferId, secret } = await lock(devnet)
  expect(await act(claimPart(chain, transferId, secret))).toEqual(isPaid)
  expect(await nonce()).toBe(1)
})

test.each(['lose', 'lose the answer'] as const)(
  'behavior: the bundler seems to %s, and the claim happens once',
  async (what) => {
    const { chain, do: act, nonce, store } = await stage({ ...(await startBundler([what])), resendMs: 500 })
    const { transferId, secret } = await lock(devnet)
    expect(await act(claimPart(chain, transferId, secret))).toEqual(isPaid)
    expect(await nonce()).toBe(0)
    expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
    expect(await countCarried({ chain, store })).toBe(1)
  },
)

test('behavior: a process that ends after storing a user operation leaves it to the next', async () => {
  const store = await open()
  const sponsor = {
    bundlerUrl: (await startBundler(['lose'])).url,
    paymasterUrl: devnet.primary.sponsorUrl,
    apiKey: 'devnet',
  }
  const privateKey = `0x${'5a'.repeat(32)}` as const
  const first = await openRelay(devnet, store, { sponsor, privateKey, timing: { resendMs: 60_000 } })
  const { transferId, secret } = await lock(devnet)
  const id = await first.ask(claimPart(first.chain, transferId, secret))
  await expect(first.finish(id, 500)).rejects.toThrow('no outcome')
  await first.relay.stop()
  const second = await openRelay(devnet, store, { sponsor, privateKey, timing: { resendMs: 300 } })
  stages.push(second)
  expect(await second.finish(id)).toEqual(isPaid)
  expect(await second.nonce()).toBe(0)
})

test('regression: a claim that was executed long before a restart is found', async () => {
  const store = await open()
  const { sponsorUrl } = devnet.primary
  const sponsor = { bundlerUrl: sponsorUrl, paymasterUrl: sponsorUrl, apiKey: 'devnet' }
  const connected = await connectTo(devnet)
  const chain = { ...connected, deployment: { ...connected.deployment, logRangeBlocks: 10 } }
  const privateKey = generatePrivateKey()
  let isCarried = false
  // Simulates a process that ends right after the claim was executed.
  const first = await openRelay(devnet, store, {
    sponsor,
    chain,
    privateKey,
    timing: { leaseMs: 1_000 },
    onStep: (step) => {
      if (step !== 'receipt') return
      isCarried = true
      return new Promise<never>(() => {})
    },
  })
  const { transferId, secret } = await lock(devnet)
  const id = await first.ask(claimPart(chain, transferId, secret))
  await expect.poll(() => isCarried).toBe(true)
  await devnet.primary.mine(100)
  stages.push(await openRelay(devnet, store, { sponsor, chain, privateKey, timing: { resendMs: 100 } }))
  expect(await first.finish(id)).toEqual(isPaid)
})

test('regression: a refused claim that is offered again unchanged is not refused by a restart', async () => {
  const store = await open()
  const { sponsorUrl } = devnet.primary
  const sponsor = { bundlerUrl: (await startBundler(['refuse'])).url, paymasterUrl: sponsorUrl, apiKey: 'devnet' }
  const privateKey = generatePrivateKey()
  let made = 0
  const first = await openRelay(devnet, store, {
    sponsor,
    privateKey,
    // Simulates a process that ends at this point.
    onStep(step) {
      if (step === 'prepared' && ++made === 2) throw new Error('ended')
    },
  })
  const { transferId, secret } = await lock(devnet)
  const id = await first.ask(claimPart(first.chain, transferId, secret))
  await expect.poll(() => made).toBe(2)
  await first.relay.stop()
  // One row: none of its inputs has changed.
  expect(await store.db.selectFrom('user_operations').select('state').execute()).toEqual([{ state: 'prepared' }])
  const second = await openRelay(devnet, store, { sponsor, privateKey, funds: 0n, timing: { resendMs: 300 } })
  stages.push(second)
  expect(await second.finish(id)).toEqual(isPaid)
  expect(await second.nonce()).toBe(0)
})

test('regression: while the sponsor delays a replaced claim, other work continues', async () => {
  const held = deferred()
  const { url, asked } = await startBundler(['lose', { until: held.promise, isAnswered: true }])
  const { chain, ask, finish, do: act, store } = await stage({ url, resendMs: 100 })
  const { transferId, secret } = await lock(devnet)
  const id = await ask(claimPart(chain, transferId, secret))
  // It was lost, and is offered once more.
  await expect.poll(asked).toBe(2)
  expect(await act(seedPart(chain, privateKeyToAddress(generatePrivateKey()), 50_000n))).toMatchObject({
    body: { amount: '50000' },
  })
  held.resolve()
  expect(await finish(id)).toEqual(isPaid)
  expect(await countCarried({ chain, store })).toBe(1)
})

test('regression: a claim is not refused when its end is seen before its event', async () => {
  let behind: { head: unknown; looks: number } | undefined
  const host = await watchedChain(async (method) => {
    if (!behind) return
    if (method === 'eth_blockNumber') return behind.head
    if (method !== 'eth_getLogs') return
    behind.looks++
    return []
  })
  const { chain, ask, finish, store } = await stage({
    ...(await startBundler(['lose the answer'])),
    resendMs: 50,
    chain: host,
  })
  const { transferId, secret } = await lock(devnet)
  behind = { head: await chain.client.request({ method: 'eth_blockNumber' }), looks: 0 }
  const id = await ask(claimPart(chain, transferId, secret))
  const status = async () => (await getTransfer({ publicClient: chain.client }, transferId)).status
  await expect.poll(status).toBe('CLAIMED')
  const since = behind.looks
  await expect.poll(() => behind?.looks).toBeGreaterThan(since + 10)
  behind = undefined
  expect(await finish(id)).toEqual(isPaid)
  expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
})

test('regression: a sponsored claim that comes too late reports why', async () => {
  const held = deferred()
  const { url, asked } = await startBundler([{ until: held.promise, isAnswered: true }])
  const { chain, ask, finish, store } = await stage({ url })
  const { transferId, secret } = await lock(devnet)
  const id = await ask(claimPart(chain, transferId, secret))
  await expect.poll(asked).toBe(1)
  // Another caller claims it first.
  const other = await stage({ apiKey: 'wrong' })
  expect(await other.do(claimPart(chain, transferId, secret))).toEqual(isPaid)
  held.resolve()
  const txHash = expect.stringMatching(/^0x/)
  expect(await finish(id)).toEqual({
    body: { ok: false, error: { kind: 'unavailable', reason: 'not_pending' }, txHash },
  })
  expect(await countCarried({ chain, store })).toBe(1)
})

test('regression: the head of one host proves nothing about the events of another', async () => {
  let behind: { head: unknown; looks: number } | undefined
  // Its events come from another host, which is behind.
  const ahead = await watchedChain(async (method) => {
    if (!behind || method !== 'eth_getLogs') return
    behind.looks++
    return []
  })
  const hosts = [
    await watchedChain(async (method) => {
      if (behind && method === 'eth_getLogs') throw new Error('This host does not answer that.')
    }),
    await watchedChain(async (method) => {
      if (!behind) return
      if (method === 'eth_blockNumber') return behind.head
      if (method !== 'eth_getLogs') return
      behind.looks++
      return []
    }),
  ]
  const { chain, ask, finish, store } = await stage({
    ...(await startBundler(['lose the answer'])),
    resendMs: 50,
    chain: { ...ahead, endpoints: hosts.map(({ client }) => client) },
  })
  const { transferId, secret } = await lock(devnet)
  behind = { head: await hosts[0]?.client.request({ method: 'eth_blockNumber' }), looks: 0 }
  const id = await ask(claimPart(chain, transferId, secret))
  const status = async () => (await getTransfer({ publicClient: chain.client }, transferId)).status
  await expect.poll(status).toBe('CLAIMED')
  await devnet.primary.mine(50)
  const since = behind.looks
  await expect.poll(() => behind?.looks).toBeGreaterThan(since + 10)
  behind = undefined
  expect(await finish(id)).toEqual(isPaid)
  expect((await readLedgers(store))['units global']).toBe('1 used, 0 held')
})

test('regression: a claim that is executed while it is being replaced is not executed twice', async () => {
  const held = deferred()
  const { url, asked, answered } = await startBundler([{ until: held.promise, isAnswered: false }])
  const privateKey = generatePrivateKey()
  // Its account is created by an earlier one.
  const first = await lock(devnet)
  const earlier = await stage({ privateKey })
  expect(await earlier.do(claimPart(earlier.chain, first.transferId, first.secret))).toEqual(isPaid)
  const { transferId, secret } = await lock(devnet)
  let readings = 0
  const host = await watchedChain(async (method, params) => {
    // The host is behind with its events until both have reached the sponsor.
    if (method === 'eth_getLogs' && readings >= 2 && asked() < 2) return []
    if (method !== 'eth_call' || !params.includes(getNonceSelector) || ++readings !== 2) return
    held.resolve()
    const status = async () => (await getTransfer({ publicClient: host.client }, transferId)).status
    await expect.poll(status).toBe('CLAIMED')
  })
  const { chain, do: act, store } = await stage({ url, resendMs: 50, chain: host, privateKey })
  expect(await act(claimPart(chain, transferId, secret))).toEqual(isPaid)
  await expect.poll(answered).toBe(2)
  expect(await countCarried({ chain, store })).toBe(1)
})
