import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedTransferAbi } from '@holdfast/contracts'
import { type Devnet, FIRST_BLOCK, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { approveUsdc, defineConfig, generateClaimCode, registerConfig } from '@holdfast/sdk/transfer'
import { ask as request, sign } from '@holdfast/testkit/http'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { newAccount, openService, randomHash, type ServiceStage, somePolicy } from '@holdfast/testkit/serviceStage'
import { sql } from 'kysely'
import { type Address, createPublicClient, createWalletClient, erc20Abi, type Hash, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMain as startProcess } from '../../test/mainProcess.js'
import { parseConfig } from '../config/parseConfig.js'
import { openStore } from '../store/openStore.js'
import { startService } from './startService.js'

let devnet: Devnet
const stages: ServiceStage[] = []
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
afterEach(async () => {
  devnet.faults.clear()
  for (const { service, forget } of stages.splice(0)) {
    await service.stop()
    await forget()
  }
  for (const end of ends.splice(0)) await end()
})

async function open(options: openService.Options = {}) {
  const stage = await openService(devnet, options)
  stages.push(stage)
  return stage
}

async function scratch(): Promise<string> {
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-main-'))
  ends.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function startMain(env: Record<string, string>, argv: readonly string[] = []) {
  const main = await startProcess(env, argv)
  ends.push(main.stop)
  return main
}

const environment = (directory: string, changes: Record<string, string> = {}) => ({
  DATA_DIR: directory,
  PORT: '0',
  ADMIN_PORT: '0',
  RPC_URLS_5042002: devnet.primary.rpcUrl,
  EXPLORER_API_5042002: devnet.primary.explorerApi,
  // Before it are millions of empty blocks, which each start would read.
  DEPLOY_BLOCKS_5042002: `transfer:${FIRST_BLOCK},spendPolicyFactory:${FIRST_BLOCK}`,
  ...changes,
})

const isReady = async (adminUrl: string) => (await request(`${adminUrl}/readyz`)).body

function boxOf(cosigner: string) {
  return {
    salt: randomHash(),
    policy: somePolicy(devnet.primary.usdc, cosigner),
    announce: {
      stealthAddress: newAccount().address,
      ephemeralPubKey: randomPoint(),
      viewTag: 1,
    },
  }
}

describe('startService', () => {
  test('default: listens, becomes ready, stops', async () => {
    const { service, get } = await open()
    await expect.poll(() => isReady(service.adminUrl)).toEqual({ ok: true, failing: [] })
    expect((await get('/api/health')).status).toBe(200)
    const description = (await request(`${service.adminUrl}/openapi.json`)).body
    const operations = Object.values(description.paths as Record<string, object>).flatMap((path) => Object.keys(path))
    expect(operations).toHaveLength(10)
    expect(await service.stop()).toBe(true)
    await expect(get('/api/health')).rejects.toThrow()
  })

  test('behavior: a chain that stops answering makes it unready, and the index incomplete', async () => {
    const { service, get } = await open()
    await expect.poll(async () => (await isReady(service.adminUrl)).ok).toBe(true)
    const clock = { shift: 0 }
    const shifted = await open({
      service: {
        now: () => Date.now() + clock.shift,
        elapsed: () => performance.now() + clock.shift,
        http: { drainDelayMs: 0 },
        indexes: { timing: { pollMs: 50 } },
      },
    })
    await expect.poll(async () => (await isReady(shifted.service.adminUrl)).ok).toBe(true)
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    await expect
      .poll(async () => {
        // An answer from before the fault may arrive late; the next minute passes without one.
        clock.shift += 61_000
        return (await isReady(shifted.service.adminUrl)).failing
      })
      .toEqual(
        expect.arrayContaining(['chain 5042002', 'index announcements 5042002', 'index verified_recipients 5042002']),
      )
    expect((await shifted.get(`/api/verified-recipients?sender=${newAccount().address}`)).body.complete).toBe(false)
    // It still serves what it has indexed.
    expect((await get('/api/announcements')).status).toBe(200)
  })

  test.each<[string, Record<string, string>, object]>([
    [
      'a deploy block above the head',
      { DEPLOY_BLOCKS_5042002: 'stealthAnnouncer:999999999' },
      { name: 'StartBlockError' },
    ],
    ['a chain that does not answer', { RPC_URLS_84532: 'http://127.0.0.1:1' }, { name: 'ChainUnreachableError' }],
  ])('error: %s', async (_, changes, error) => {
    const directory = await scratch()
    await expect(startService({ ...environment(directory, changes), LOG_LEVEL: 'silent' })).rejects.toMatchObject(error)
    // A failed start leaves nothing behind that blocks the next one.
    const env = { DEPLOY_BLOCKS_5042002: 'stealthAnnouncer:53756547' }
    const stage = await open({ directory, env })
    expect((await stage.get('/api/health')).status).toBe(200)
  })

  test('error: a wrong clock', async () => {
    const settings = { ...environment(await scratch()), LOG_LEVEL: 'silent' }
    const shifted = { now: () => Date.now() - 120_000 }
    await expect(startService(settings, shifted)).rejects.toMatchObject({ name: 'BootError' })
  })

  test('error: a directory that is in use, a publicly known key', async () => {
    const { directory } = await open()
    const settings = { ...environment(directory), LOG_LEVEL: 'silent' }
    await expect(startService(settings)).rejects.toMatchObject({ name: 'StoreLockedError' })
    const known = { ...settings, DATA_DIR: await scratch(), RELAYER_PK: devnet.primary.accounts[0]?.privateKey }
    await expect(startService(known, { refuseWellKnownKeys: true })).rejects.toMatchObject({ name: 'BootError' })
  })
})

test('behavior: when the explorer fails or does not answer, checks use the node, and a counter shows it', async () => {
  const payer = newAccount()
  const [first, second, stranger] = [newAccount(), newAccount(), newAccount()].map(({ address }) => address)
  await devnet.primary.fund(payer.address, 20_000_000n)
  // The last answer waits this long for an explorer that hangs.
  const { service, ask } = await open({ service: { patienceMs: 10_000 } })
  const { usdc: address, rpcUrl } = devnet.primary
  const wallet = createWalletClient({ account: payer, chain: primaryChain, transport: http(rpcUrl) })
  for (const to of [first, second, second, first]) {
    const args = [to as Address, 1_000_000n] as const
    const hash = await wallet.writeContract({ address, abi: erc20Abi, functionName: 'transfer', args })
    await waitForTransactionReceipt(wallet, { hash, pollingInterval: 25 })
  }
  const precheck = async (target: string | undefined) =>
    (await ask('/api/cosign', { phase: 'precheck', owner: payer.address, target, amount: '1000000' })).body
  const codes = async (target: string | undefined) => {
    const { rule } = (await ask('/api/investigate', { sender: payer.address, target })).body
    return rule.reasons.map(({ code }: { code: string }) => code)
  }
  const failures = async () => {
    const text = await (await fetch(`${service.adminUrl}/metrics`)).text()
    return Number(/firewall_source_failures_total\{source="explorer"\} ([0-9]+)/.exec(text)?.[1] ?? 0)
  }
  await expect.poll(() => precheck(first)).toEqual({ approved: true })
  expect(await codes(second)).toContain('KNOWN_COUNTERPARTY')
  expect(await failures()).toBe(0)

  devnet.faults.set({ explorer: { rules: [{ kind: 'forbidden', match: '*', times: null }] } })
  expect(await precheck(second)).toEqual({ approved: true })
  const told = await failures()
  expect(told).toBeGreaterThan(0)
  expect(await codes(second)).toContain('KNOWN_COUNTERPARTY')
  // Without the explorer, the history of an address that was never checked before is unknown.
  expect(await codes(stranger)).toContain('DATA_UNAVAILABLE')
  const failed = await failures()
  expect(failed).toBeGreaterThan(told)
  devnet.faults.set({ explorer: { rules: [{ kind: 'hang', match: '*', times: null }] } })
  expect(await codes(second)).toContain('KNOWN_COUNTERPARTY')
  expect(await failures()).toBeGreaterThan(failed)
  // When nothing was known about the payer before, the check cannot pass.
  const late = { phase: 'precheck', owner: newAccount().address, target: first, amount: '1' }
  const vetoed = (await ask('/api/cosign', late)).body
  expect(vetoed).toMatchObject({ approved: false, riskReasons: expect.arrayContaining(['DATA_UNAVAILABLE']) })
})

test('behavior: the built-in keeper returns unclaimed transfers, once, and counts them', async () => {
  const keeper = generatePrivateKey()
  await devnet.primary.fund(privateKeyToAccount(keeper).address, 1_000_000n)
  const sender = newAccount()
  await devnet.primary.fund(sender.address, 20_000_000n)
  const options = { chain: primaryChain, transport: http(devnet.primary.rpcUrl), pollingInterval: 25 }
  const publicClient = createPublicClient(options)
  const clients = { publicClient, walletClient: createWalletClient({ ...options, account: sender }) }
  const { configId } = await registerConfig(clients, defineConfig({ recallWindow: 1 }))
  await approveUsdc(clients, 2_000_000n)
  const hashes: Hash[] = []
  for (let count = 0; count < 2; count++) {
    const { claimHash } = generateClaimCode()
    const args = [configId, newAccount().address, 1_000_000n, claimHash] as const
    const address = devnet.primary.contracts.transferContract
    const call = { address, abi: protectedTransferAbi, functionName: 'sendProtected', args } as const
    hashes.push(await clients.walletClient.writeContract(call))
    await publicClient.waitForTransactionReceipt({ hash: hashes.at(-1) as Hash })
  }
  const locked = await publicClient.getBalance({ address: sender.address })
  const env = environment(await scratch(), {
    KEEPER_PK: keeper,
    COSIGNER_PK: generatePrivateKey(),
    LOG_LEVEL: 'silent',
  })
  const service = await startService(parseConfig(env, ['--keeper']), {
    keeper: { pollMs: 200 },
    http: { drainDelayMs: 0 },
  })
  ends.push(() => service.stop())
  const counted = async () => {
    const text = await (await fetch(`${service.adminUrl}/metrics`)).text()
    return Number(/keeper_reclaims_total\{chain="5042002"\} ([0-9]+)/.exec(text)?.[1] ?? 0)
  }
  await expect.poll(counted).toBe(2)
  expect((await publicClient.getBalance({ address: sender.address })) - locked).toBe(2n * 10n ** 18n)
  const spent = await publicClient.getBalance({ address: privateKeyToAccount(keeper).address })
  expect(spent).toBeLessThan(10n ** 18n)
})

test('behavior: a keeper runs inside the service, with a key and the option', async () => {
  const keeper = generatePrivateKey()
  await devnet.primary.fund(privateKeyToAccount(keeper).address, 1_000_000n)
  const env = environment(await scratch(), {
    KEEPER_PK: keeper,
    COSIGNER_PK: generatePrivateKey(),
    LOG_LEVEL: 'silent',
  })
  const said: Readonly<Record<string, unknown>>[] = []
  const log = {
    debug() {},
    info: (_: string, fields?: Readonly<Record<string, unknown>>) => said.push(fields ?? {}),
    warn() {},
    error() {},
    child: () => log,
  }
  for (const argv of [['--keeper'], []]) {
    const service = await startService(parseConfig(env, argv), { log, http: { drainDelayMs: 0 } })
    expect(await service.stop()).toBe(true)
  }
  const told = said.flatMap((fields) => ('keeper' in fields ? [fields.keeper] : []))
  expect(told).toEqual([true, false])
})

describe('main', () => {
  test('behavior: killed at random moments, each operation happens once', async () => {
    const directory = await scratch()
    const [relayer, cosigner] = [generatePrivateKey(), generatePrivateKey()]
    await devnet.primary.fund(privateKeyToAccount(relayer).address, 100_000_000n)
    const env = environment(directory, { RELAYER_PK: relayer, COSIGNER_PK: cosigner, WAIT_MS: '3000' })
    const bodies = Array.from({ length: 8 }, () => JSON.stringify(boxOf(privateKeyToAccount(cosigner).address)))
    const path = '/api/relay/create'
    const account = newAccount()
    const ask = async (url: string, body: string, headers?: Record<string, string>) =>
      request(`${url}${path}`, { body, headers: headers ?? (await sign(path, body, { account })) })

    const reader = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
    const sent = () =>
      reader.getTransactionCount({ address: privateKeyToAccount(relayer).address, blockTag: 'pending' })

    const used: { body: string; headers: Record<string, string> }[] = []
    for (let round = 0; round < 3; round++) {
      const main = await startMain(env)
      const asked = bodies.map(async (body) => {
        const headers = await sign(path, body, { account, timestamp: Date.now() + round })
        const answer = await ask(main.url, body, headers).catch(() => undefined)
        if (answer && answer.status < 300) used.push({ body, headers })
      })
      // Each creation and each announcement is a transaction.
      await expect.poll(sent, { interval: 10 }).toBeGreaterThan(5 * round)
      main.kill('SIGKILL')
      await Promise.all(asked)
      await main.ended
    }
    const main = await startMain(env)
    for (const body of bodies)
      await expect.poll(async () => (await ask(main.url, body)).status, { interval: 500 }).toBe(200)
    for (const { body, headers } of used)
      expect((await ask(main.url, body, headers)).body.code).toBe('signature_replayed')
    const wanted = bodies.map((body) => JSON.parse(body).announce.stealthAddress).sort()
    await expect
      .poll(async () => {
        const { body } = await request(`${main.url}/api/announcements`)
        const found = body.announcements.map((one: { stealthAddress: string }) => one.stealthAddress)
        return found.filter((one: string) => wanted.includes(one)).sort()
      })
      .toEqual(wanted)
    await expect.poll(() => isReady(main.adminUrl)).toEqual({ ok: true, failing: [] })
    main.kill('SIGTERM')
    expect(await main.ended).toBe(0)
    // No secret was logged in any of the runs.
    for (const secret of [relayer, cosigner, devnet.primary.rpcUrl]) expect(main.text()).not.toContain(secret)
  })

  test('error: faults in the settings are reported by name, with exit code 78', async () => {
    const main = await startMain({ RELAYER_PK: '0x1234secret', PORT: 'x' }, ['--nonsense'])
    expect(await main.ended).toBe(78)
    expect(main.text()).toMatch(/RELAYER_PK: .*\n/)
    expect(main.text()).toContain('PORT: not a whole number')
    expect(main.text()).toContain('--nonsense: not an option')
    expect(main.text()).not.toContain('1234secret')
  })

  test('behavior: a separate keeper, continuous and for one round', async () => {
    const { service } = await open()
    const keeper = generatePrivateKey()
    await devnet.primary.fund(privateKeyToAccount(keeper).address, 1_000_000n)
    const env = environment(await scratch(), { KEEPER_PK: keeper, SERVICE_URL: service.url })
    const once = await startMain(env, ['--keeper-only', '--once'])
    expect(await once.ended).toBe(0)
    const round = { msg: 'the keeper has finished a round', chain: 5042002, isHolder: true, returned: 0, pulled: 0 }
    expect(once.lines()).toContainEqual(expect.objectContaining(round))
    const main = await startMain(env, ['--keeper-only'])
    expect(main.lines()).toContainEqual(expect.objectContaining({ msg: 'the keeper is running', pulls: true }))
    expect(main.url).toBeUndefined()
    expect(once.adminUrl).toBeUndefined()
    await expect.poll(() => isReady(main.adminUrl)).toEqual({ ok: true, failing: [] })
    const told = await (await fetch(`${main.adminUrl}/metrics`)).text()
    expect(told).toContain('holdfast_rpc_requests_total{chain="5042002"')
    expect(told).toContain('holdfast_build_info')
    main.kill('SIGTERM')
    expect(await main.ended).toBe(0)
    expect(once.text() + main.text()).not.toContain(keeper)
  })

  test('behavior: verify-audit, clear-foreign-use', async () => {
    const directory = await scratch()
    const store = await openStore({ store: { kind: 'sqlite', directory } })
    const row = { chain_id: 5042002, address: '0x01', next_nonce: 3, stopped_by: '0x02' }
    await store.db.insertInto('senders').values(row).execute()
    await store.close()
    const env = environment(directory)
    const run = async (...argv: string[]) => {
      const main = await startMain(env, argv)
      return { code: await main.ended, text: main.text() }
    }
    const verified = await run('verify-audit')
    expect(verified.code).toBe(0)
    const report = { ok: true, faults: [], unrecordedSignatures: 0, unrecordedOperations: 0, heads: {} }
    expect(JSON.parse(verified.text)).toEqual(report)
    const heads = join(directory, 'heads.json')
    await writeFile(heads, JSON.stringify({ ...report, heads: { a: { seq: 4, hash: '0x' } } }))
    const cut = await run('verify-audit', heads, '--log-level', 'silent')
    expect(cut.code).toBe(1)
    expect(JSON.parse(cut.text)).toMatchObject({ ok: false, faults: [{ instance: 'a', fault: 'cut off' }] })
    expect(await run('verify-audit', join(directory, 'none.json'))).toMatchObject({ code: 78 })
    const lifted = { cleared: [{ chainId: 5042002, address: '0x01', txHash: '0x02' }] }
    for (const told of [lifted, { cleared: [] }]) {
      const cleared = await run('clear-foreign-use')
      expect(cleared.code).toBe(0)
      expect(JSON.parse(cleared.text)).toEqual(told)
    }
    const after = await openStore({ store: { kind: 'sqlite', directory } })
    const rows = await after.db.selectFrom('audit').select(['kind', 'body']).execute()
    await after.close()
    expect(rows.map(({ kind, body }) => ({ kind, body: JSON.parse(body) }))).toEqual([{ kind: 'config', body: lifted }])
  })

  test('error: a store of a later version, with exit code 78', async () => {
    const directory = await scratch()
    const store = await openStore({ store: { kind: 'sqlite', directory } })
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(store.db)
    await store.close()
    const main = await startMain(environment(directory))
    expect(await main.ended).toBe(78)
    expect(main.text()).toContain('StoreTooNewError')
  })
})
