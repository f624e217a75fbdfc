import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { createPublicClient, custom, type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UnknownChainError } from '../../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../../errors/input.js'
import { DataUnavailableError } from '../../errors/risk.js'
import { AnnouncementIndex } from '../../stealth/AnnouncementIndex.js'
import { announceArgsFor } from '../../stealth/announceArgsFor.js'
import { explorerAnnouncements } from '../../stealth/explorerAnnouncements.js'
import { newStealthOwner } from '../../stealth/newStealthOwner.js'
import { explorerLogs } from './explorerLogs.js'
import { clearExplorerState } from './explorerState.js'
import { EXPLORER_MAX_LAG_BLOCKS, explorerUsable } from './explorerUsable.js'
import type { ExplorerOptions } from './options.js'

describe('on a devnet', () => {
  let stage: TestStage
  let scene: StealthScene
  let payer: Actor
  let fromBlock: bigint
  let index: AnnouncementIndex

  beforeAll(async () => {
    stage = await setTestStage()
    scene = stealthScene(stage)
    payer = await stage.actor()
    fromBlock = stage.devnet.primary.latestBlock
    for (let count = 0; count < 6; count++) {
      const owner = newStealthOwner(await scene.keys())
      await scene.announce(payer, announceArgsFor(owner, payer.address, `${count}`))
    }
    await stage.devnet.primary.mine(140)
    index = new AnnouncementIndex({ client: stage.publicClient, fromBlock })
    await index.sync()
  })
  beforeEach(clearExplorerState)
  afterEach(() => stage.devnet.faults.clear())
  afterAll(() => stage.stop())

  const read = (options: explorerAnnouncements.Options = {}) =>
    explorerAnnouncements({ fromBlock, retryDelayMs: 1, ...options })

  test('explorerAnnouncements: what the chain’s logs say, ten blocks short of the head', async () => {
    const { announcements, completeToBlock } = await read()
    expect(announcements).toEqual(index.announcements())
    expect(stage.devnet.primary.latestBlock - completeToBlock).toBeGreaterThanOrEqual(10n)
    expect(stage.devnet.primary.latestBlock - completeToBlock).toBeLessThan(60n)
    const toBlock = announcements[2]?.blockNumber
    expect(await read({ toBlock })).toEqual({
      announcements: announcements.slice(0, 3),
      completeToBlock: toBlock,
      complete: true,
    })
    expect(await read({ toBlock: 10n ** 12n })).toMatchObject({ announcements, complete: false })
    expect((await read({ announcer: payer.address })).announcements).toEqual([])
    expect((await read({ fromBlock: 10n ** 12n })).completeToBlock).toBe(10n ** 12n - 1n)
  })

  test('explorerLogs: several emitters and lists of topics', async () => {
    const { logs } = await explorerLogs({ address: [scene.announcer, scene.factory], fromBlock })
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual(
      index.announcements().map(({ transactionHash }) => transactionHash),
    )
    const topics = [null, [logs[0]?.topics[1] as Hex], [logs[1]?.topics[2], logs[4]?.topics[2]] as Hex[]]
    const some = await explorerLogs({ address: scene.announcer, topics, fromBlock })
    expect(some.logs).toEqual([logs[1], logs[4]])
  })

  test('behavior: pages that a host cuts short lose nothing', async () => {
    stage.devnet.faults.set({ explorer: { truncateItems: 2 } })
    expect((await read()).announcements).toEqual(index.announcements())
    // A block that fills a page may go on behind it.
    stage.devnet.faults.set({ explorer: { truncateItems: 1 } })
    await expect(read()).rejects.toThrow(DataUnavailableError)
  })

  test('behavior: a busy host is asked again, a failing one given up', async () => {
    stage.devnet.faults.set({ explorer: { rules: [{ kind: 'rate-limit', times: 2 }] } })
    expect((await read()).announcements).toEqual(index.announcements())
    for (const kind of ['rate-limit', 'server-error', 'forbidden', 'malformed'] as const) {
      clearExplorerState()
      stage.devnet.faults.set({ explorer: { rules: [{ kind, times: null }] } })
      await expect(read()).rejects.toThrow(DataUnavailableError)
    }
  })

  test('behavior: a lagging index ends early and says so; one with gaps says nothing', async () => {
    stage.devnet.faults.set({ explorer: { lagBlocks: 100 } })
    const recently = stage.devnet.primary.latestBlock - 20n
    const nothing = { announcements: [], completeToBlock: recently - 1n }
    expect(await read({ fromBlock: recently })).toEqual({ ...nothing, complete: false })
    clearExplorerState()
    stage.devnet.faults.set({ explorer: { lagBlocks: 0, indexing: true } })
    await expect(read()).rejects.toThrow(/No usable answer/)
  })

  test('behavior: a time limit, a page limit, the caller giving up', async () => {
    stage.devnet.faults.set({ explorer: { rules: [{ kind: 'hang', times: null }] } })
    await expect(read({ timeoutMs: 50 })).rejects.toThrow(DataUnavailableError)
    clearExplorerState()
    await expect(read({ signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
    stage.devnet.faults.clear()
    clearExplorerState()
    stage.devnet.faults.set({ explorer: { truncateItems: 2 } })
    await expect(read({ maxPages: 2 })).rejects.toThrow(DataUnavailableError)
  })

  test('explorerUsable: close to the head', async () => {
    const health = await explorerUsable()
    expect(health).toEqual({
      usable: true,
      headBlock: expect.any(BigInt),
      indexedBlock: expect.any(BigInt),
      lagBlocks: expect.any(Number),
    })
    expect(health.lagBlocks).toBeLessThan(10)
    expect(await explorerUsable({ client: stage.publicClient })).toMatchObject({ usable: true })
  })

  test('explorerUsable: the last lag that is bearable, and one more', async () => {
    // Blocks come by themselves; some room on either side.
    stage.devnet.faults.set({ explorer: { lagBlocks: EXPLORER_MAX_LAG_BLOCKS - 30 } })
    expect(await explorerUsable()).toMatchObject({ usable: true })
    clearExplorerState()
    stage.devnet.faults.set({ explorer: { lagBlocks: EXPLORER_MAX_LAG_BLOCKS + 1 } })
    const health = await explorerUsable()
    expect(health).toMatchObject({ usable: false, reason: 'lagging' })
    expect(health.lagBlocks).toBeGreaterThan(EXPLORER_MAX_LAG_BLOCKS)
    expect(await explorerUsable({ maxLagBlocks: 1_000 })).toMatchObject({ usable: true })
  })

  test('explorerUsable: unfinished, silent, or without a chain to compare with', async () => {
    stage.devnet.faults.set({ explorer: { indexing: true } })
    expect(await explorerUsable()).toMatchObject({ usable: false, reason: 'indexing' })
    clearExplorerState()
    stage.devnet.faults.set({ explorer: { indexing: false, rules: [{ kind: 'server-error', times: null }] } })
    expect(await explorerUsable({ retryDelayMs: 1 })).toMatchObject({
      usable: false,
      reason: 'unavailable',
      headBlock: expect.any(BigInt),
      indexedBlock: null,
      cause: expect.any(DataUnavailableError),
    })
    stage.devnet.faults.clear()
    // The silence is remembered for a moment, so that no caller waits as long for it again.
    expect(await explorerUsable({ retryDelayMs: 1 })).toMatchObject({ reason: 'unavailable' })
    expect(await explorerUsable()).toMatchObject({ usable: true })
    expect(await explorerUsable({ retryDelayMs: 1 })).toMatchObject({ usable: true })
    clearExplorerState()
    const client = createPublicClient({ transport: custom({ request: () => Promise.reject(new Error('down')) }) })
    expect(await explorerUsable({ client })).toMatchObject({
      usable: false,
      reason: 'chain_unavailable',
      headBlock: null,
      indexedBlock: expect.any(BigInt),
    })
    const stuck = createPublicClient({ transport: custom({ request: async () => '0x5' }) })
    expect(await explorerUsable({ client: stuck })).toMatchObject({ usable: false, reason: 'ahead', lagBlocks: 0 })
    await expect(explorerUsable({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })

  test('explorerUsable: a check that gave up early does not fail a patient one', async () => {
    stage.devnet.faults.set({ explorer: { rules: [{ kind: 'delay', delayMs: 300, times: null }] } })
    const [impatient, patient] = await Promise.all([
      explorerUsable({ timeoutMs: 20, retryDelayMs: 1, client: stage.publicClient }),
      explorerUsable({ client: stage.publicClient }),
    ])
    expect([impatient, patient]).toMatchObject([{ reason: 'unavailable' }, { usable: true }])
  })

  test('error: before any request', async () => {
    await expect(read({ announcer: '0x12' })).rejects.toThrow(InvalidAddressError)
    await expect(read({ apiUrl: 'ftp://host' })).rejects.toThrow(InvalidInputError)
    await expect(read({ chainId: 1 })).rejects.toThrow(UnknownChainError)
    await expect(explorerUsable({ chainId: 1 })).rejects.toThrow(UnknownChainError)
    await expect(explorerLogs({ address: [], fromBlock: 0n })).rejects.toThrow(InvalidInputError)
    for (const [parameter, blocks] of [
      ['fromBlock', { fromBlock: -1n }],
      ['toBlock', { fromBlock: 0n, toBlock: -1n }],
    ] as const)
      await expect(explorerLogs({ address: scene.announcer, ...blocks })).rejects.toMatchObject({
        name: 'InvalidInputError',
        parameter,
      })
  })
})

describe('a host that answers what it likes', () => {
  const address = '0x00000000000000000000000000000000000A11cE'
  const topic: Hex = `0x${'11'.repeat(32)}`
  let options: ExplorerOptions
  let answer: (query: URLSearchParams) => unknown
  let close: () => void

  beforeAll(async () => {
    const server = createServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://host').searchParams
      const isHead = query.get('module') === 'block'
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isHead ? { status: '1', result: { blockNumber: '5000' } } : answer(query)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api?apikey=1`
    options = { apiUrl, chainId: 43113, retryDelayMs: 1 }
    close = () => server.close()
  })
  beforeEach(clearExplorerState)
  afterAll(() => close())

  const row = (block: number, index = 0) => ({
    address: address.toLowerCase(),
    topics: [topic, null, null, null],
    data: '0x',
    blockNumber: numberToHex(block),
    logIndex: index === 0 ? '0x' : numberToHex(index),
    timeStamp: '0x5',
    transactionHash: `0x${'22'.repeat(32)}`,
  })
  const none = { status: '0', message: 'No logs found', result: [] }
  /** An honest host with pages of so many rows. */
  const pages = (rows: readonly ReturnType<typeof row>[], length: number) => (query: URLSearchParams) => {
    const [from, to] = ['fromBlock', 'toBlock'].map((name) => Number(query.get(name)))
    const found = rows.filter(
      ({ blockNumber }) => Number(blockNumber) >= (from ?? 0) && Number(blockNumber) <= (to ?? 0),
    )
    return found.length === 0 ? none : { status: '1', message: 'OK', result: found.slice(0, length) }
  }
  const read = (more: { timeoutMs?: number } = {}) =>
    explorerLogs({ address, topics: [topic], fromBlock: 1n }, { ...options, ...more })
  const places = async () => (await read()).logs.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])

  test('default: an Etherscan-like host, and its key in every request', async () => {
    let seen: URLSearchParams | undefined
    answer = (query) => {
      seen = query
      return none
    }
    expect(await read()).toEqual({ logs: [], completeToBlock: 4_990n, complete: true })
    expect(Object.fromEntries(seen ?? [])).toEqual({
      apikey: '1',
      module: 'logs',
      action: 'getLogs',
      address,
      topic0: topic,
      fromBlock: '1',
      toBlock: '4990',
    })
    expect(await explorerUsable({ ...options, client: headAt(5_010) })).toMatchObject({ usable: true, lagBlocks: 10 })
  })

  const headAt = (block: number) =>
    createPublicClient({ transport: custom({ request: async () => numberToHex(block) }) })

  test('behavior: blocks that span pages', async () => {
    const rows = [1, 2, 3].flatMap((block) => Array.from({ length: 700 }, (_, index) => row(block, index)))
    answer = pages(rows, 1_000)
    expect(await places()).toEqual(
      rows.map(({ blockNumber, logIndex }) => [Number(blockNumber), Number(logIndex) || 0]),
    )
    answer = pages(
      Array.from({ length: 1_001 }, (_, index) => row(7, index)),
      1_000,
    )
    await expect(read()).rejects.toThrow(DataUnavailableError)
  })

  test('behavior: more pages than allowed are refused, or returned as far as they were read', async () => {
    const rows = [1, 2, 3].flatMap((block) => Array.from({ length: 700 }, (_, index) => row(block, index)))
    answer = pages(rows, 1_000)
    const readTwo = (allowIncomplete: boolean) =>
      explorerLogs({ address, topics: [topic], fromBlock: 1n }, { ...options, maxPages: 2, allowIncomplete })
    await expect(readTwo(false)).rejects.toThrow('2 pages')
    const { logs, ...end } = await readTwo(true)
    expect(end).toEqual({ completeToBlock: 2n, complete: false })
    expect(logs.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual(
      rows
        .filter(({ blockNumber }) => Number(blockNumber) < 3)
        .map((one) => [Number(one.blockNumber), Number(one.logIndex) || 0]),
    )
  })

  test('behavior: a last block that fills a shortened page', async () => {
    const rows = [row(1), row(2), row(3), row(4, 0), row(4, 1), row(4, 2)]
    answer = pages(rows, 4)
    expect(await places()).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [4, 1],
      [4, 2],
    ])
    answer = pages(rows, 3)
    await expect(read()).rejects.toThrow(DataUnavailableError)
  })

  test.each([
    ['no document', 'hello'],
    ['an error', { status: '0', message: 'NOTOK', result: 'Invalid address format' }],
    ['another emitter', [{ ...row(1), address: topic.slice(0, 42) }]],
    ['another topic', [{ ...row(1), topics: [`0x${'33'.repeat(32)}`] }]],
    ['a block out of range', [row(4_991)]],
    ['rows out of order', [row(2), row(1)]],
    ['a row twice', [row(1), row(1)]],
    ['a block number in decimal', [{ ...row(1), blockNumber: '1' }]],
    ['a block number out of this world', [{ ...row(1), blockNumber: `0x1${'00'.repeat(31)}` }]],
    ['a short topic', [{ ...row(1), topics: [topic, '0x12'] }]],
    ['data that is not hex', [{ ...row(1), data: 'zz' }]],
    ['no hash', [{ ...row(1), transactionHash: null }]],
    ['an invalid row', [null]],
  ])('error: %s', async (_, result) => {
    answer = () => (Array.isArray(result) ? { status: '1', message: 'OK', result } : result)
    await expect(read()).rejects.toThrow(DataUnavailableError)
  })

  test('error: an answer longer than any list of logs', async () => {
    answer = () => ({ status: '1', message: 'OK', result: 'x'.repeat(70 * 1024 * 1024) })
    const failure: Error = await read({ timeoutMs: 60_000 }).then(
      () => new Error('none'),
      (error) => error,
    )
    expect(failure.cause).toMatchObject({ message: 'The answer is longer than 67108864 bytes.' })
  })
})
