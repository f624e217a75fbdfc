import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, startDevnet, startModel } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { getTransfer } from '@holdfast/sdk/transfer'
import { decodeProblem } from '@holdfast/sdk/wire'
import { ask, sign } from '@holdfast/testkit/http'
import { lock } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { newAccount, randomHash, somePolicy } from '@holdfast/testkit/serviceStage'
import { seed, tiered } from '@holdfast/testkit/tier'
import { createPublicClient, http, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { readLedgers } from '../test/admission.js'
import type { Dictionary } from '../test/hostileJson.js'
import { damage } from '../test/hostileJson.js'
import { CODE_MARK, type HostileRequest, hostileRequests, SALT_MARK, withoutSecrets } from '../test/hostileRequests.js'
import { startMain } from '../test/mainProcess.js'
import { type RawAnswer, RawConnection } from '../test/RawConnection.js'
import { pick, type Random, randomBytesOf, randomOf } from '../test/random.js'
import { createRequestSigner, type KeyHolder } from '../test/signer.js'
import { openStore } from './store/openStore.js'

/** Complete requests on connections that are kept open, and damaged ones on a connection each. */
const requestCount = tiered(9_700, 97_000)
const damaged = tiered(300, 3_000)
const mib = 2 ** 20

test(`behavior: ${tiered(10_000, 100_000)} hostile requests break nothing, cost no money and leak nothing`, async () => {
  const { devnet, main, keys, honest, secrets, stop } = await openWorld()
  const first = await honest()
  const bystanders = keyHolders('bystander', 5)
  const transfers = [await lock(devnet), await lock(devnet), await lock(devnet)]
  for (const { secret } of transfers) secrets.push(secret.code, secret.salt.slice(2))
  const world = {
    seed,
    count: requestCount,
    sign: await createRequestSigner(),
    // Few signers, so that each uses up its share.
    signers: keyHolders('signer', tiered(2, 12)),
    bystanders,
    transferIds: [...transfers.map(({ transferId }) => `${transferId}`), '0', '999999'],
    dictionary: dictionaryOf({ usdc: devnet.primary.usdc, cosigner: keys.cosigner.address, ...first }),
  }
  const requestOf = hostileRequests(world)
  // More damage can make a broken request valid again, e.g. by changing the name of a second signature header.
  const damagedOf = hostileRequests({ ...world, bystanders: keyHolders('repaired', 5) })
  const inspector = new Inspector(() => secrets)

  await sendWhole(main.url, requestOf, [0, requestCount / 5], inspector)
  const early = await main.memory()
  await sendWhole(main.url, requestOf, [requestCount / 5, requestCount], inspector)
  await sendDamaged(main.url, damagedOf, inspector)

  expect(inspector.unexpected.slice(0, 3), `seed ${seed}`).toEqual([])
  // A request whose connection ends without an answer does not count.
  expect(inspector.answered).toBeGreaterThan(0.9 * requestCount)
  // Headers that are too long are rare.
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 429, ...tiered<number[]>([], [431])])
    expect([status, inspector.statuses[status] ?? 0]).toEqual([
      status,
      expect.toSatisfy((count) => count > tiered(0, 10)),
    ])
  expect(inspector.wrongCodes).toBeGreaterThan(tiered(0, 10))
  // Requests waiting for their deadline are not growth; they end within half a minute.
  const grown = async () => {
    const { heapUsed, external, rss } = await main.memory()
    return { heap: heapUsed - early.heapUsed, external: external - early.external, rss: rss - early.rss }
  }
  const below = (most: number) => expect.toSatisfy((bytes: number) => bytes < most * mib)
  await expect
    .poll(grown, { timeout: 120_000, interval: 2_000 })
    .toEqual({ heap: below(16), external: below(16), rss: below(384) })

  // Everything still works, and is idle afterwards.
  await honest()
  const metrics = async () => (await ask(`${main.adminUrl}/metrics`)).bytes.toString()
  await expect.poll(metrics).toContain('holdfast_quota_units_held{scope="global"} 0\n')
  inspector.scan(await metrics())
  expect((await metrics()).match(/holdfast_http_in_flight_requests\{.*\} [1-9]/g)).toBeNull()
  main.kill('SIGTERM')
  expect(await main.ended).toBe(0)
  inspector.scan(main.text())
  expect(main.lines().filter(({ level }) => level === 'error')).toEqual([])
  expect([...inspector.found]).toEqual([])

  // Each charged unit bought something: a transaction, or the answer to a wrong code.
  const store = await openStore({ store: { kind: 'sqlite', directory: main.directory } })
  const ledgers = await readLedgers(store)
  const operations = await store.db.selectFrom('operations').selectAll().execute()
  await store.close()
  const effects = operations.filter(({ outcome }) => hasEffect(JSON.parse(outcome ?? '{}')))
  const used: Record<string, number> = { 'units global': effects.length }
  for (const { requester } of effects)
    used[`units address:${requester}`] = (used[`units address:${requester}`] ?? 0) + 1
  const isUnits = ([name, value]: [string, string]) =>
    /^units (?:global|address:)/.test(name) && !value.startsWith('0 ')
  expect(Object.fromEntries(Object.entries(ledgers).filter(isUnits))).toEqual(
    Object.fromEntries(Object.entries(used).map(([name, count]) => [name, `${count} used, 0 held`])),
  )
  for (const { address } of bystanders)
    expect(operations.some(({ requester }) => requester === address.toLowerCase())).toBe(false)
  // No transaction was sent that was not paid for; the sponsor pays for claims.
  const sent = effects.filter(({ kind }) => kind !== 'claim').length
  expect(await reader(devnet).getTransactionCount({ address: keys.relayer.address })).toBe(sent)
  await stop()
}, 1_800_000)

/** The whole service with every dependency, and how to close it. */
async function openWorld() {
  const devnet = await startDevnet({ blockTimeMs: 100 })
  onTestFinished(() => devnet.stop())
  const model = await startModel()
  onTestFinished(() => model.close())
  const directory = await mkdtemp(join(SCRATCH, 'holdfast-abuse-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const [relayer, cosigner] = keyHolders('service', 2) as [KeyHolder, KeyHolder]
  await devnet.primary.fund(relayer.address, 1_000_000_000n)
  const modelKey = 'key-of-the-model-in-this-test'
  const perMinute = ['READS', 'HEALTH', 'COSIGN', 'SIGNED', 'INVESTIGATE'].map((name) => `${name}_PER_MINUTE`)
  const main = await startMain({
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_LEVEL: 'debug',
    RPC_URLS_5042002: devnet.primary.rpcUrl,
    EXPLORER_API_5042002: devnet.primary.explorerApi,
    RELAYER_PK: relayer.privateKey,
    COSIGNER_PK: cosigner.privateKey,
    MODEL_API_KEY: modelKey,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'claude-haiku-4-5',
    MODEL_INPUT_USD: '1',
    MODEL_OUTPUT_USD: '5',
    SPONSOR_BUNDLER_URL: devnet.primary.sponsorUrl,
    SPONSOR_PAYMASTER_URL: devnet.primary.sponsorUrl,
    SPONSOR_API_KEY: 'devnet',
    CORS_ORIGINS: 'https://app.example',
    // Only numbers are set; everything else keeps its default.
    ...Object.fromEntries(perMinute.map((name) => [name, '1000000000'])),
    GLOBAL_UNITS_PER_DAY: '1000000',
    MAX_IN_FLIGHT: '100000',
  })
  onTestFinished(() => main.stop())
  const secrets = [
    ...[relayer, cosigner].map(({ privateKey }) => privateKey.slice(2)),
    ...[modelKey, new URL(model.url).host, new URL(devnet.url).host],
    ...[CODE_MARK, `${CODE_MARK.slice(0, 4)}-${CODE_MARK.slice(4)}`, SALT_MARK],
  ]
  const honest = everyKind(main.url, devnet, cosigner.address, secrets)
  return { devnet, main: { ...main, directory }, keys: { relayer, cosigner }, honest, secrets, stop: main.stop }
}

/** The same keys in each run of a seed. */
const keyHolders = (name: string, count: number) =>
  Array.from({ length: count }, (_, index): KeyHolder => {
    const privateKey = keccak256(toHex(`${name} ${index} of ${seed}`))
    return { address: privateKeyToAccount(privateKey).address, privateKey }
  })

const hasEffect = ({ body }: { body?: { txHash?: string | null; error?: { kind: string } } }) =>
  typeof body?.txHash === 'string' || body?.error?.kind === 'wrong_code'

type RequestOf = (index: number) => HostileRequest

/** Complete requests, up to four at once on each of many connections. */
async function sendWhole(url: string, requestOf: RequestOf, [from, to]: [number, number], inspector: Inspector) {
  let next = from
  const cutOff: HostileRequest[] = []
  const client = async () => {
    let connection = new RawConnection(url)
    while (next < to || cutOff.length > 0) {
      const batch = cutOff.splice(0, 1)
      while (next < to && batch.length < 1 + (next % 4)) batch.push(requestOf(next++))
      const answers = await connection.exchange(batch)
      for (const [place, answer] of answers.entries()) inspector.look(answer, batch[place] as HostileRequest)
      if (answers.length === batch.length && connection.isOpen) continue
      // A request that ends the connection also discards those behind it: they are sent again.
      cutOff.push(...batch.slice(Math.max(1, answers.length)))
      connection.destroy()
      connection = new RawConnection(url)
    }
    connection.destroy()
  }
  await Promise.all(Array.from({ length: 64 }, client))
  // Requests that missed their deadline under load are in time when sent alone.
  for (const request of inspector.late.splice(0)) {
    const connection = new RawConnection(url)
    const [answer] = await connection.exchange([request])
    connection.destroy()
    if (answer === undefined) inspector.unexpected.push(`nothing\nto ${withoutSecrets(request)}`)
    else inspector.look(answer, request, { isAlone: true })
  }
}

/** Damaged requests: bytes changed, doubled or missing, in pieces, some of them cut off in the middle. */
async function sendDamaged(url: string, requestOf: RequestOf, inspector: Inspector) {
  let next = 0
  const client = async () => {
    while (next < damaged) {
      const random = randomOf(seed - next)
      const pair = [requestOf(next), requestOf(next + requestCount)] as const
      const whole = Buffer.concat(pair.map(withoutSecretId))
      next++
      const bytes = damage(damage(whole, random), random)
      const cuts = [0, ...Array.from({ length: random(4) }, () => random(bytes.length)), bytes.length].sort(
        (a, b) => a - b,
      )
      const connection = new RawConnection(url)
      const pieces = cuts.slice(1).map((cut, place) => bytes.subarray(cuts[place], cut))
      inspector.scan(await connection.pour(pieces))
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
}

/** If damage turned a secret into other text, that text is an ordinary request id and is echoed. */
function withoutSecretId({ bytes }: HostileRequest): Buffer {
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/(?<=^x-request-id: ).*$/im, 'request-one'),
    'latin1',
  )
}

/** Checks every answer, and searches it for what must be in none. */
class Inspector {
  readonly statuses: Record<number, number> = {}
  /** Unexpected answers, each with its request. */
  readonly unexpected: string[] = []
  /** Secrets that appeared in an answer. */
  readonly found = new Set<string>()
  /** Requests that were answered by the route's deadline. */
  readonly late: HostileRequest[] = []
  answered = 0
  wrongCodes = 0
  /** r and s of every signature, in lower case. */
  readonly #halves = new Set<string>()
  #unscanned = ''

  constructor(readonly secrets: () => readonly string[]) {}

  look({ status, head, body }: RawAnswer, request: HostileRequest, { isAlone = false } = {}): void {
    this.answered++
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (body.includes('"wrong_code"')) this.wrongCodes++
    for (const signature of request.secrets.signature)
      if (signature.length === 132)
        for (const at of [2, 66]) this.#halves.add(signature.slice(at, at + 64).toLowerCase())
    const isLate = status === 504 && !isAlone
    if (isLate) this.late.push(request)
    if ((status >= 500 && !isLate) || (status >= 400 && body !== '' && !isProblem(body, status)))
      this.unexpected.push(`${status} ${body}\nto ${withoutSecrets(request)}`)
    this.#unscanned += `${head}\n${body}\n`
    if (this.#unscanned.length > 1_000_000) this.scan('')
  }

  /** Searches any text, an answer or a log, for secrets. */
  scan(text: string): void {
    const said = `${this.#unscanned}${text}`.toLowerCase()
    this.#unscanned = ''
    for (const secret of this.secrets()) if (said.includes(secret.toLowerCase())) this.found.add(secret)
    for (const [run] of said.matchAll(/[0-9a-f]{64,}/g))
      for (let at = 0; at + 64 <= run.length; at++)
        if (this.#halves.has(run.slice(at, at + 64))) this.found.add('a signature')
    for (const trace of ['node_modules', 'file://', '/src/']) if (said.includes(trace)) this.found.add(trace)
    for (const [trace] of said.matchAll(/(?:\n|\\n)\s+at .{0,40}|\.[cm]?[jt]s:[0-9]+|http\/1\.1 5(?!04)[0-9]{2}/g))
      this.found.add(trace)
  }
}

function isProblem(body: string, status: number): boolean {
  try {
    return decodeProblem(JSON.parse(Buffer.from(body, 'latin1').toString())).status === status
  } catch {
    return false
  }
}

/** A request of each kind as an honest client sends it, with its result. */
function everyKind(url: string, devnet: Devnet, cosigner: string, secrets: string[]) {
  const post = async (path: string, body: object, account = newAccount()) => {
    const text = JSON.stringify(body)
    return ask(`${url}${path}`, { body: text, headers: await sign(path, text, { account }) })
  }
  const policy = somePolicy(devnet.primary.usdc, cosigner)
  const announce = () => ({
    stealthAddress: newAccount().address,
    ephemeralPubKey: randomPoint(),
    viewTag: 1,
  })
  const get = (path: string) => ask(`${url}${path}`)
  return async () => {
    const { transferId, secret, to } = await lock(devnet)
    secrets.push(secret.code, secret.salt.slice(2))
    const claim = await post('/api/gasless-claim', {
      transferId: `${transferId}`,
      code: secret.code,
      salt: secret.salt,
    })
    const { sender } = await getTransfer({ publicClient: reader(devnet) }, transferId)
    const create = await post('/api/relay/create', { salt: randomHash(), policy, announce: announce() })
    const box = create.body.account
    const investigate = { sender, target: newAccount().address }
    const precheck = { phase: 'precheck', owner: sender, target: to, amount: '1' }
    const known = `/api/verified-recipients?sender=${sender}`
    await expect.poll(async () => (await get(known)).body.recipients.length).toBe(1)
    const answers = {
      claim,
      create,
      announce: await post('/api/relay/announce', { ...announce(), box }),
      gas: await post('/api/relay/gas', { to: newAccount().address }),
      investigate: await ask(`${url}/api/investigate`, { body: JSON.stringify(investigate) }),
      cosign: await ask(`${url}/api/cosign`, { body: JSON.stringify(precheck) }),
      address: await get('/api/cosign'),
      health: await get('/api/health'),
      recipients: await get(known),
      announcements: await get('/api/announcements'),
    }
    expect(answers.claim.body).toEqual({ ok: true, txHash: tx })
    expect(answers.create.body).toEqual({ account: box, txHash: tx, announceTxHash: tx })
    expect(answers.announce.body).toEqual({ txHash: tx })
    expect(answers.gas.body).toEqual({ txHash: tx, amount: '50000' })
    expect(answers.investigate.body).toMatchObject({ deep: 'ran', advisory: { level: expect.any(String) } })
    expect(answers.cosign.body).toEqual({ approved: true })
    expect(answers.address.body).toEqual({ address: cosigner })
    expect(answers.health.body).toMatchObject({ ok: true, relayer: { low: false } })
    expect(answers.recipients.body.recipients[0]).toMatchObject({ address: to })
    for (const answer of Object.values(answers)) expect(answer.status).toBe(200)
    return { box: box as string, sender }
  }
}

/** Values that let a request reach its handler and name things that exist. */
function dictionaryOf(world: { usdc: string; cosigner: string; box: string; sender: string }): Dictionary {
  const known = [...keyHolders('known', 6).map(({ address }) => address), ...Object.values(world)]
  const anyAddress = (random: Random) =>
    random(5) ? pick(random, known) : `0x${randomBytesOf(random, 20).toString('hex')}`
  const names = ['owner', 'vault', 'target', 'payer', 'account', 'box', 'factory', 'to', 'stealthAddress', 'address']
  return {
    ...Object.fromEntries(names.map((name) => [name, anyAddress])),
    box: (random) => (random(2) ? world.box : anyAddress(random)),
    account: (random) => (random(2) ? world.box : anyAddress(random)),
    owner: (random) => (random(2) ? world.sender : anyAddress(random)),
    sender: (random) => (random(2) ? world.sender : anyAddress(random)),
    token: () => world.usdc,
    cosigner: () => world.cosigner,
    chainId: (random) => pick(random, [5042002, 5042002, 5042002, 84532, 1, 0, -1, 2 ** 53, '5042002']),
    expiry: (random) => pick(random, [2_000_000_000, 2_000_000_000, 1, 2 ** 40]),
    interval: (random) => pick(random, [0, 0, 60]),
    mode: (random) => pick(random, [0, 0, 1, 2]),
    maxAmount: () => '5000000',
    perPullMax: (random) => pick(random, ['0', '1', '6000000']),
    viewTag: (random) => random(300),
    // Every second one is off the curve.
    ephemeralPubKey: (random) => `0x02${randomBytesOf(random, 32).toString('hex')}`,
    timestamp: () => Date.now(),
  }
}

const reader = (devnet: Devnet) => createPublicClient({ chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
const tx = expect.stringMatching(/^0x[0-9a-f]{64}$/)
