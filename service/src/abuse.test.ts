import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { encodeClaimCall, generateClaimCode } from '@holdfast/sdk/transfer'
import { API_REQUEST_HEADERS } from '@holdfast/sdk/wire'
import { ask, sign } from '@holdfast/testkit/http'
import { lock } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { newAccount, openService, randomHash, type ServiceStage, somePolicy } from '@holdfast/testkit/serviceStage'
import { createPublicClient, createWalletClient, http, numberToHex, parseSignature, serializeSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startHeldExplorer } from '../test/heldExplorer.js'
import { RawConnection } from '../test/RawConnection.js'

let devnet: Devnet
const stages: ServiceStage[] = []
const connections: RawConnection[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
afterEach(async () => {
  devnet.faults.clear()
  for (const connection of connections.splice(0)) connection.destroy()
  for (const { service, forget } of stages.splice(0)) {
    await service.stop()
    await forget()
  }
})

async function open(options: openService.Options = {}) {
  const stage = await openService(devnet, options)
  stages.push(stage)
  const isReady = async () => (await ask(`${stage.service.adminUrl}/readyz`)).body.ok
  await expect.poll(isReady).toBe(true)
  return stage
}

const gas = '/api/relay/gas'
const seed = () => JSON.stringify({ to: newAccount().address })
const client = () => createPublicClient({ chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
const sentBy = ({ keys }: ServiceStage) =>
  client().getTransactionCount({ address: privateKeyToAccount(keys.relayer).address })
const unitsLeft = ({ headers }: ask.Answer) => Number(/"addr-day";r=([0-9]+)/.exec(headers.ratelimit ?? '')?.[1])
const codeOf = ({ status, body }: ask.Answer) => `${status} ${body.code ?? body.error?.kind ?? ''}`.trim()

describe('one signed request has one effect', () => {
  test('behavior: 100 at once, every form of one signature, other letters, another time of arrival, a restart', async () => {
    const clock = { shift: 0 }
    const now = () => Date.now() + clock.shift
    const stage = await open({ service: { now, http: { drainDelayMs: 0 } } })
    const body = seed()
    // Signed as far in the future as is allowed.
    const headers = await sign(gas, body, { timestamp: Date.now() + 110_000 })
    const names = API_REQUEST_HEADERS
    const text = headers[names.signature] as `0x${string}`
    const { r, s, yParity } = parseSignature(text)
    const low = text.slice(0, -2)
    const high = numberToHex(order - BigInt(s), { size: 32 })
    const forms: Record<string, string>[] = [
      headers,
      { ...headers, [names.address]: headers[names.address]?.toLowerCase() ?? '' },
      { ...headers, [names.address]: `0x${headers[names.address]?.slice(2).toUpperCase()}` },
      { ...headers, [names.signature]: `0x${text.slice(2).toUpperCase()}` },
      { ...headers, [names.signature]: `${low}0${yParity}` },
      { ...headers, [names.signature]: `${low}${yParity ? '1c' : '1b'}` },
    ]
    const mirrored = serializeSignature({ r, s: high, yParity: 1 - yParity })
    const malformed = [mirrored, `${mirrored.slice(0, -2)}0${1 - yParity}`].map((signature) => ({
      ...headers,
      [names.signature]: signature,
    }))

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => stage.ask(gas, body, { headers: forms[index % forms.length] ?? {} })),
    )
    expect(answers.map(codeOf).sort()).toEqual(['200', ...Array(99).fill('401 signature_replayed')])
    for (const form of malformed)
      expect(codeOf(await stage.ask(gas, body, { headers: form }))).toBe('401 signature_malformed')
    expect(codeOf(await stage.ask('/api/relay/announce', body, { headers }))).toBe('401 signature_invalid')
    expect(codeOf(await stage.ask(gas, `${body} `, { headers }))).toBe('401 signature_invalid')

    // More than two minutes later it is still fresh, and still used.
    clock.shift = 200_000
    const arrives = async (at: ServiceStage) => codeOf(await at.ask(gas, body, { headers }))
    // A lease that expired in between is acquired again first.
    await expect.poll(() => arrives(stage)).toBe('401 signature_replayed')
    for (const form of forms)
      expect(codeOf(await stage.ask(gas, body, { headers: form }))).toBe('401 signature_replayed')
    await stage.service.stop()
    const { directory, keys, env } = stage
    // Not ready, since by this clock the chain is silent; it still serves.
    const again = await openService(devnet, {
      directory,
      relayer: keys.relayer,
      cosigner: env.COSIGNER_PK as `0x${string}`,
      service: { now, maxClockSkewSeconds: 300, http: { drainDelayMs: 0 } },
    })
    stages.push(again)
    await expect.poll(() => arrives(again)).toBe('401 signature_replayed')
    for (const form of forms)
      expect(codeOf(await again.ask(gas, body, { headers: form }))).toBe('401 signature_replayed')
    clock.shift = 240_000
    expect(codeOf(await again.ask(gas, body, { headers }))).toBe('401 timestamp_out_of_window')
    expect(await sentBy(again)).toBe(1)
  })
})

describe('units', () => {
  test('behavior: a request that is malformed, unsigned, vetoed or refused before sending costs no unit', async () => {
    const stage = await open({ env: { PREFLIGHT_FAILURES_PER_HOUR: '1000' } })
    const account = newAccount()
    const by = (body: unknown, path = gas) => stage.ask(path, body, { account })
    const transfer = await lock(devnet)
    const policy = somePolicy(devnet.primary.usdc, newAccount().address, { expiry: 2_000_000_000 })
    const announce = { stealthAddress: account.address, ephemeralPubKey: randomPoint(), viewTag: 1 }
    const unsigned = await sign(gas, '{}', { account })
    const used = seed()
    const headers = await sign(gas, used, { account })
    expect(unitsLeft(await stage.ask(gas, used, { headers }))).toBe(49)

    const refused = [
      await by('{'),
      await by('null'),
      await by({ to: 'not an address' }),
      await by({ to: account.address, chainId: 84_532 }),
      await by({ to: account.address, __proto__x: 1 }),
      await stage.ask(gas, seed(), { headers: {} }),
      await stage.ask(gas, seed(), { headers: unsigned }),
      await stage.ask(gas, used, { headers }),
      await stage.ask(gas, seed(), { headers: { ...headers, [API_REQUEST_HEADERS.timestamp]: '1000000000000' } }),
      await by({ salt: randomHash(), policy }, '/api/relay/create'),
      await by(
        { salt: randomHash(), policy: { ...policy, cosigner: stage.keys.cosigner, mode: 7 } },
        '/api/relay/create',
      ),
      await by(
        { salt: randomHash(), policy: { ...policy, cosigner: stage.keys.cosigner, expiry: 1 } },
        '/api/relay/create',
      ),
      await by({ ...announce, box: newAccount().address }, '/api/relay/announce'),
      await by({ to: stage.keys.cosigner }),
      await by({ transferId: '999999', code: transfer.secret.code, salt: transfer.secret.salt }, '/api/gasless-claim'),
    ]
    expect(refused.map(codeOf)).toEqual([
      '400 invalid_json',
      ...Array(4).fill('400 invalid_request'),
      '401 signature_required',
      '401 signature_invalid',
      '401 signature_replayed',
      '401 timestamp_out_of_window',
      '400 foreign_cosigner',
      '400 invalid_mode',
      '400 expiry_in_past',
      '400 box_not_found',
      '400 recipient_not_eligible',
      '200 unavailable',
    ])
    // When a node does not answer, the caller is not charged.
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    expect(codeOf(await by(seed()))).toBe('503 upstream_unavailable')
    devnet.faults.clear()
    await expect.poll(async () => codeOf(await by(seed()))).toBe('200')
    expect(unitsLeft(await by(seed()))).toBe(47)
    // A repeated request attaches to the same operation.
    expect(unitsLeft(await by(used))).toBe(47)
  })

  test('behavior: a wrong code and a reverted transaction are charged', async () => {
    const stage = await open({ env: { WAIT_MS: '500' }, relay: { offerMs: 600_000 } })
    const account = newAccount()
    const transfer = await lock(devnet)
    const claim = (at: ServiceStage, { code, salt } = transfer.secret) =>
      at.ask('/api/gasless-claim', { transferId: `${transfer.transferId}`, code, salt }, { account })
    const wrong = await claim(stage, generateClaimCode())
    expect([codeOf(wrong), unitsLeft(wrong)]).toEqual(['200 wrong_code', 49])

    // Between the check and the block, another caller claims.
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const early = await claim(stage)
    expect([codeOf(early), unitsLeft(early)]).toEqual(['200 unknown', 48])
    // A running service would offer its claim again as soon as the node takes transactions.
    await stage.service.stop()
    devnet.faults.clear()
    const wallet = createWalletClient({
      account: privateKeyToAccount(devnet.primary.accounts[6]?.privateKey ?? '0x'),
      chain: primaryChain,
      transport: http(devnet.primary.rpcUrl),
    })
    const { code, salt } = transfer.secret
    const hash = await wallet.sendTransaction({
      to: devnet.primary.contracts.transferContract,
      data: encodeClaimCall(transfer.transferId, code, salt),
    })
    await client().waitForTransactionReceipt({ hash, pollingInterval: 25 })
    // The next process broadcasts the lost transaction again.
    const { directory, keys, env } = stage
    const next = await open({ directory, relayer: keys.relayer, cosigner: env.COSIGNER_PK as `0x${string}` })
    await expect
      .poll(async () => (await claim(next)).body, { interval: 200 })
      .toMatchObject({ ok: false, error: { kind: 'unavailable', reason: 'not_pending' } })
    expect(await sentBy(next)).toBe(1)
    expect(unitsLeft(await claim(next))).toBe(48)
  })

  test('behavior: one network cannot use up the daily quota of all others', async () => {
    const stage = await open({ env: { GLOBAL_UNITS_PER_DAY: '12', NETWORK_SHARE_PERCENT: '25' } })
    const from = async (network: string) => {
      const body = seed()
      return stage.ask(gas, body, { headers: { ...(await sign(gas, body)), 'x-forwarded-for': network } })
    }
    const greedy = await Promise.all(Array.from({ length: 20 }, () => from('203.0.113.7')))
    expect(greedy.map(codeOf).sort()).toEqual([...Array(3).fill('200'), ...Array(17).fill('429 quota_exceeded')])
    // Neither by an address of the same block, nor with a forged proxy header.
    expect(codeOf(await from('2001:db8::1'))).toBe('200')
    for (let host = 2; host < 5; host++) await from(`2001:db8::${host}`)
    expect(codeOf(await from('2001:db8::9'))).toBe('429 quota_exceeded')
    expect(codeOf(await from('198.51.100.1, 203.0.113.7'))).toBe('429 quota_exceeded')
    for (let network = 1; network <= 6; network++) expect(codeOf(await from(`198.51.100.${network}`))).toBe('200')
    expect(await sentBy(stage)).toBe(12)
  })
})

describe('money', () => {
  test('behavior: with fees at their ceiling at most the ceiling is spent, then requests are refused', async () => {
    // 0.0573 is held for a seed and its fees; it costs 0.0509 in the end.
    const stage = await open({
      env: {
        MAX_FEE_PER_GAS: '42000000000',
        ADDRESS_DAILY_USDC: '0.2',
        GLOBAL_DAILY_USDC: '0.5',
        NETWORK_SHARE_PERCENT: '100',
      },
    })
    const { address } = privateKeyToAccount(stage.keys.relayer)
    const balance = await client().getBalance({ address })
    const people = Array.from({ length: 4 }, newAccount)
    const answers: string[] = []
    for (let round = 0; round < 4; round++)
      answers.push(
        ...(await Promise.all(people.map(async (account) => codeOf(await stage.ask(gas, seed(), { account }))))),
      )
    const paid = answers.filter((answer) => answer === '200').length
    expect(answers.filter((answer) => answer !== '200')).toEqual(Array(16 - paid).fill('503 fee_ceiling'))
    expect(paid).toBeGreaterThan(6)
    expect(await sentBy(stage)).toBe(paid)
    expect(balance - (await client().getBalance({ address }))).toBeLessThanOrEqual(5n * 10n ** 17n)
    const refused = await stage.ask(gas, seed(), people[0] && { account: people[0] })
    expect(refused.headers['retry-after']).toBe('60')
  })

  test.each([
    ['MAX_FEE_PER_GAS', '39999999999'],
    ['MAX_TX_COST_USDC', '0.05'],
  ])('error: above %s nothing is signed on any route, and no caller is charged', async (setting, value) => {
    const stage = await open({ env: { [setting]: value } })
    const account = newAccount()
    const { transferId, secret } = await lock(devnet)
    const policy = somePolicy(devnet.primary.usdc, stage.keys.cosigner, { expiry: 2_000_000_000 })
    const answers = [await stage.ask(gas, seed(), { account })]
    if (setting === 'MAX_FEE_PER_GAS')
      answers.push(
        await stage.ask('/api/relay/create', { salt: randomHash(), policy }, { account }),
        await stage.ask('/api/gasless-claim', { transferId: `${transferId}`, ...claimOf(secret) }, { account }),
      )
    for (const answer of answers) {
      expect(codeOf(answer)).toBe('503 fee_ceiling')
      expect(answer.body.detail).toBe('the fees of the chain are above the ceiling')
    }
    expect(await sentBy(stage)).toBe(0)
  })
})

describe('a flood', () => {
  test('behavior: of one network, with slow readers, does not affect other networks', async () => {
    const limits = { READS_PER_MINUTE: '60', HEALTH_PER_MINUTE: '60', SIGNED_PER_MINUTE: '60', COSIGN_PER_MINUTE: '60' }
    const stage = await open({ env: { ...limits, GLOBAL_UNITS_PER_DAY: '400' } })
    const paths = [
      '/api/health',
      '/api/announcements',
      '/api/cosign',
      `/api/verified-recipients?sender=0x${'1'.repeat(40)}`,
    ]
    const bytes = (path: string, more = '') =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n${more}\r\n`)
    // Some are open and silent; others request much and read none of it.
    const opened = Array.from({ length: 200 }, () => new RawConnection(stage.service.url))
    connections.push(...opened)
    for (const connection of opened.slice(0, 50)) {
      connection.pause()
      void connection.exchange(
        Array.from({ length: 50 }, () => ({ method: 'GET', bytes: bytes('/api/announcements') })),
      )
    }
    let isOver = false
    const statuses = new Map<string, number>()
    const flood = opened.slice(50, 100).map(async (connection) => {
      while (!isOver && connection.isOpen) {
        const answers = await connection.exchange(paths.map((path) => ({ method: 'GET', bytes: bytes(path) })))
        for (const { status } of answers) statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1)
      }
    })
    const calm: string[] = []
    for (let round = 0; round < 6; round++) {
      const from = { 'x-forwarded-for': '198.51.100.1' }
      for (const path of paths) calm.push(codeOf(await stage.get(path, from)))
      const body = seed()
      calm.push(codeOf(await stage.ask(gas, body, { headers: { ...(await sign(gas, body)), ...from } })))
    }
    isOver = true
    await Promise.all(flood)
    expect(calm).toEqual(Array(30).fill('200'))
    expect([...statuses.keys()].sort()).toEqual(['200', '429'])
    // The windows of the three classes, also counting answers that were not read.
    expect(statuses.get('200')).toBeLessThanOrEqual(180)
    expect(statuses.get('429')).toBeGreaterThan(200)
  })

  test.each([1, 2])(
    'behavior: of %i networks’ long histories, leaves prechecks and investigations to another',
    async (networks) => {
      const long = new Set<string>()
      const isHeld = (url: string) => [...long].some((payer) => url.includes(payer.slice(2)))
      const rowsOf = (address: string) => (long.has(address) ? 1_200 : 3)
      const explorer = await startHeldExplorer(devnet.primary.explorerApi, rowsOf, isHeld)
      const limits = { COSIGN_PER_MINUTE: '100000', INVESTIGATE_PER_MINUTE: '100000' }
      const stage = await open({ env: { ...limits, EXPLORER_API_5042002: explorer.url } })
      const about = async (path: string, network: string, body: Record<string, string>) => {
        const target = newAccount().address
        return stage.ask(path, JSON.stringify({ ...body, target }), { headers: { 'x-forwarded-for': network } })
      }
      const precheck = async (network: string, owner: string) =>
        (await about('/api/cosign', network, { phase: 'precheck', owner, amount: '1' })).body.approved
      const investigate = async (network: string, sender: string) =>
        (await about('/api/investigate', network, { sender })).body.dossier?.missing
      const longPayer = () => {
        const { address } = newAccount()
        long.add(address.toLowerCase())
        return address
      }
      const other = '198.51.100.1'
      const known = newAccount().address
      await expect.poll(() => precheck(other, known)).toBe(true)

      let isOver = false
      const attack = Array.from({ length: 30 * networks }, async (_, index) => {
        const ask = index % 5 === 0 ? investigate : precheck
        while (!isOver) await ask(`203.0.113.${index % networks}`, longPayer())
      })
      try {
        await expect.poll(() => explorer.most).toBeGreaterThanOrEqual(12)
        for (const owner of [known, newAccount().address, newAccount().address]) {
          await expect.poll(() => precheck(other, owner)).toBe(true)
          await expect.poll(() => investigate(other, owner)).toEqual([])
        }
        const payer = longPayer()
        explorer.release()
        await expect.poll(() => precheck(other, payer)).toBe(true)
      } finally {
        isOver = true
        explorer.release()
        await Promise.allSettled(attack)
        explorer.stop()
      }
    },
  )

  test('behavior: of one network’s waiting requests, leaves places to other networks', async () => {
    const stage = await open({ env: { MAX_IN_FLIGHT: '16', WAIT_MS: '14000' } })
    const prepare = async (network: string) => {
      const body = seed()
      const headers = { ...(await sign(gas, body)), 'x-forwarded-for': network }
      return () => stage.ask(gas, body, { headers })
    }
    const from = async (network: string) => (await prepare(network))()
    // Signed beforehand: the last of them must arrive while the first ones wait.
    const prepared = await Promise.all(Array.from({ length: 40 }, () => prepare('203.0.113.7')))
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const flood = prepared.map((send) => send())
    const metrics = async () => (await ask(`${stage.service.adminUrl}/metrics`)).bytes.toString()
    await expect.poll(metrics).toContain('holdfast_rate_limited_total{policy="in-flight"} 36')
    devnet.faults.clear()
    for (let index = 0; index < 5; index++) expect(codeOf(await from('198.51.100.1'))).toBe('200')
    const answers = (await Promise.all(flood)).map(codeOf)
    expect(answers.filter((answer) => answer === '429 rate_limited')).toHaveLength(36)
    expect(answers.filter((answer) => /^20[02]$/.test(answer))).toHaveLength(4)
  })

  test('behavior: while slow requests of strangers take every place, health still answers', async () => {
    const stage = await open({ env: { MAX_IN_FLIGHT: '16', WAIT_MS: '14000' } })
    const networks = Array.from({ length: 4 }, (_, index) => `203.0.113.${index}`)
    const prepared = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const body = seed()
        const headers = { ...(await sign(gas, body)), 'x-forwarded-for': networks[index % 4] ?? '' }
        return () => stage.ask(gas, body, { headers })
      }),
    )
    const health = (network?: string) => stage.get('/api/health', network ? { 'x-forwarded-for': network } : {})
    const isRead = async () => (await health()).body.relayer.asOf !== null
    await expect.poll(isRead).toBe(true)
    const usual = (await health()).body
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const slow = prepared.map((send) => send())
    const { adminUrl } = stage.service
    const metrics = async () => (await ask(`${adminUrl}/metrics`)).bytes.toString()
    await expect.poll(metrics).toContain('holdfast_http_in_flight_requests{route="/api/relay/gas"} 16')
    expect(codeOf(await stage.get('/api/cosign'))).toBe('503 overloaded')
    // From the machine itself, from another network, and from one whose share is used up.
    for (const network of [undefined, '198.51.100.1', networks[0]]) {
      const { status, body } = await health(network)
      expect([status, body]).toEqual([200, { ...usual, relayer: { ...usual.relayer, asOf: expect.any(Number) } }])
    }
    for (const path of ['livez', 'readyz']) expect((await ask(`${adminUrl}/${path}`)).body.ok).toBe(true)
    expect(await metrics()).toContain('holdfast_http_in_flight_requests{route="/api/relay/gas"} 16')
    devnet.faults.clear()
    for (const answer of await Promise.all(slow)) expect(codeOf(answer)).toMatch(/^20[02]$/)
  })
})

const claimOf = ({ code, salt }: { code: string; salt: string }) => ({ code, salt })

/** SEC 2, section 2.4.1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
