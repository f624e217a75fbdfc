import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inspect } from 'node:util'
import { predictBoxAddress } from '@holdfast/contracts'
import {
  type Address,
  createWalletClient,
  custom,
  type Hex,
  hashMessage,
  keccak256,
  parseSignature,
  recoverMessageAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  UserRejectedRequestError,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { deploymentFor } from '../chain/registry.js'
import { MissingAccountError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { ServiceProblemError, ServiceUnavailableError } from '../errors/service.js'
import { SignatureDeclinedError } from '../errors/transaction.js'
import { WireFormatError } from '../errors/wire.js'
import { ownerHash, vaultHash } from '../shield/ownerHash.js'
import { MODE_PUSH } from '../shield/types.js'
import type { AnnouncementSource } from '../stealth/announcementSource.js'
import { encodeAnnouncementPage } from '../wire/announcementPage.js'
import { encodeCosignerAddress } from '../wire/cosignerAddress.js'
import { decodeGaslessClaim } from '../wire/gaslessClaim.js'
import { encodeHealth } from '../wire/health.js'
import { encodeInvestigation, type Investigation } from '../wire/investigate.js'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '../wire/problems.js'
import { decodeRelayCreate } from '../wire/relay.js'
import { apiRequestMessage } from '../wire/signedRequest.js'
import { encodeVerifiedRecipients } from '../wire/verifiedRecipients.js'
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from './createServiceClient.js'

const person = () => privateKeyToAccount(generatePrivateKey())
const account = person()
const sender = person().address
const target = person().address
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`
const claim = { transferId: 42n, code: 'ABCD-EFGH-JKMN-PQRS', salt: hash('5a'), recipient: target }
const pending = { status: 'pending', operationId: 'op-1', retryAfterMs: 1 }

type Heard = { request: IncomingMessage; body: string; signedBy: Address | undefined; digest: Hex | undefined }
type Answer = (heard: Heard, response: ServerResponse) => void

/** A service of the test's making: the first answers are given once each, the last one ever after. */
let answers: Answer[]
let heard: Heard[]
let baseUrl: string
const sockets = new Set<Socket>()
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  // What a test has given up is heard by that test.
  const hearing = heard
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const bytes = Buffer.concat(chunks)
    const given = { request, body: bytes.toString(), ...(await signerOf(request, bytes)) }
    hearing.push(given)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(given, response)
  })
})

async function signerOf({ headers, url }: IncomingMessage, bytes: Uint8Array) {
  const signature = headers['x-holdfast-signature'] as Hex | undefined
  if (signature === undefined) return { signedBy: undefined, digest: undefined }
  const timestamp = Number(headers['x-holdfast-timestamp'])
  const message = apiRequestMessage({ path: `${url}`, timestamp, bodyHash: keccak256(bytes) })
  return { signedBy: await recoverMessageAddress({ message, signature }), digest: hashMessage(message) }
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const problem = (code: ProblemCode, facts: Partial<ProblemBody> = {}, headers: Record<string, string> = {}): Answer => {
  const { status, detail } = PROBLEMS[code]
  const instance = 'urn:uuid:0b9f0f2e-57a2-4c9b-8f7e-2f3b6a0a6d10'
  return json({ type: 'about:blank', title: 'No', status, detail, instance, code, ...facts }, status, headers)
}
const silence: Answer = () => {}
const hangUp: Answer = ({ request }) => request.socket.destroy()

beforeAll(async () => {
  // A connection that has just been closed here may still be taken for open there.
  server.maxRequestsPerSocket = 1
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  answers = []
  heard = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const client = (options: Partial<ServiceClientOptions> = {}): ServiceClient =>
  createServiceClient({ baseUrl, account, ...options })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`It did not fail: ${inspect(value)}`),
    (error: unknown) => error,
  )

const policy = {
  token: person().address,
  owner: person().address,
  vault: person().address,
  cosigner: person().address,
  target,
  maxAmount: 5_000_000n,
  expiry: 1_900_000_000,
  interval: 0,
  mode: MODE_PUSH,
} as const

describe('every route', () => {
  test('health', async () => {
    const body = {
      ok: true,
      relayer: { address: sender, chainUsdc: 12.5, low: true, asOf: 1_790_000_000_000 },
    } as const
    answers = [json(encodeHealth(body))]
    expect(await client().health()).toEqual(body)
    expect(heard[0]?.request).toMatchObject({ method: 'GET', url: '/api/health' })
    expect(heard[0]?.signedBy).toBeUndefined()
  })

  test('coSigner: the account of the client proves that it asks, but for prechecks', async () => {
    answers = Array.from({ length: 2 }, () => json({ approved: false, code: 'risk_blocked', reason: 'No.' }))
    const cosigner = client().coSigner({ address: sender })
    const asked = {
      target,
      amount: 5n,
      nonce: 0n,
      remaining: 5n,
      expiry: 1_900_000_000,
      chainId: PRIMARY_CHAIN_ID,
    } as const
    await cosigner.authorize({ ...asked, account: sender, owner: account.address, action: 0 })
    await cosigner.precheck({ owner: account.address, target, amount: 5n })
    const bodies = heard.map(({ body }) => JSON.parse(body))
    expect(bodies).toMatchObject([{ auth: { address: account.address } }, { owner: account.address }])
    expect(bodies[1].auth).toBeUndefined()
  })

  test('cosignerAddress and coSigner', async () => {
    answers = [json(encodeCosignerAddress(sender)), json({ approved: false, code: 'risk_blocked', reason: 'No.' })]
    const service = client()
    const cosigner = service.coSigner({ address: await service.cosignerAddress() })
    expect(cosigner.address).toBe(sender)
    expect(await cosigner.precheck({ owner: sender, target, amount: 5n })).toMatchObject({ approved: false })
    expect(heard.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
      'GET /api/cosign',
      'POST /api/cosign',
    ])
  })

  test('coSigner: the time limit is the client’s where none is given', async () => {
    answers = [silence]
    for (const options of [{}, { timeoutMs: undefined }]) {
      const cosigner = client({ timeoutMs: 30 }).coSigner({ address: sender, ...options })
      const asked = cosigner.precheck({ owner: sender, target, amount: 5n }, { signal: AbortSignal.timeout(5_000) })
      expect(await asked).toMatchObject({ code: 'cosigner_unavailable' })
    }
  })

  test('verifiedRecipients', async () => {
    const recipient = { address: target, transferId: 1n, blockNumber: 5n, transactionHash: hash('aa') }
    const body = { chainId: 84532, sender, recipients: [recipient], completeToBlock: 9n, complete: false }
    answers = [json(encodeVerifiedRecipients(body))]
    expect(await client().verifiedRecipients({ sender, chainId: 84532 })).toEqual(body)
    // The one before it may arrive late: its caller had given up.
    expect(heard.at(-1)?.request.url).toBe(`/api/verified-recipients?sender=${sender}&chainId=84532`)
  })

  test('announcements: one page, or all of them for an index', async () => {
    const page = (nextBlock: bigint | null, completeToBlock: bigint) =>
      encodeAnnouncementPage({
        chainId: PRIMARY_CHAIN_ID,
        announcements: [],
        nextBlock,
        completeToBlock,
        complete: true,
      })
    answers = [json(page(20n, 19n)), json(page(20n, 19n)), json(page(null, 30n))]
    const service = client()
    expect(await service.announcements({ fromBlock: 10n, limit: 5 })).toMatchObject({ nextBlock: 20n })
    const source: AnnouncementSource = service.announcementPages
    const pages = []
    for await (const one of source(10n, { signal: new AbortController().signal })) pages.push(one)
    expect(pages).toEqual([page(20n, 19n), page(null, 30n)])
    expect(heard.map(({ request }) => request.url)).toEqual([
      '/api/announcements?fromBlock=10&chainId=5042002&limit=5',
      '/api/announcements?fromBlock=10&chainId=5042002',
      '/api/announcements?fromBlock=20&chainId=5042002',
    ])
  })

  test('gaslessClaim: signs the bytes it sends', async () => {
    answers = [json({ ok: true, txHash: hash('aa') })]
    expect(await client().gaslessClaim(claim)).toEqual({ ok: true, txHash: hash('aa') })
    expect(heard[0]?.signedBy).toBe(account.address)
    expect(decodeGaslessClaim(JSON.parse(heard[0]?.body ?? ''))).toEqual(claim)
    expect(heard[0]?.request.url).toBe('/api/gasless-claim')
  })

  test('gaslessClaim: a claim by key sends transfer, recipient and signature, and nothing else', async () => {
    answers = [json({ ok: true, txHash: hash('aa') })]
    const signed = { transferId: 42n, recipient: target, signature: `0x${'11'.repeat(65)}` as Hex }
    const withCode = { ...signed, code: claim.code }
    await client().gaslessClaim(withCode)
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ ...signed, transferId: '42' })
  })

  test.each([
    { kind: 'wrong_code', attemptsRemaining: 3 },
    { kind: 'locked', attemptsRemaining: 0 },
    { kind: 'unavailable', reason: 'expired' },
  ])('gaslessClaim: $kind is a value', async (error) => {
    answers = [json({ ok: false, error })]
    expect(await client().gaslessClaim(claim)).toEqual({ ok: false, error })
    expect(heard).toHaveLength(1)
  })

  test('relayCreate: with the box that these terms have, and no other', async () => {
    const deployment = deploymentFor(PRIMARY_CHAIN_ID)
    expect(deployment).toBeDefined()
    const service = client()
    answers = [json({ account: target, txHash: null })]
    expect(await failureOf(service.relayCreate({ salt: hash('01'), policy }))).toMatchObject({ reason: 'garbled' })
    expect(decodeRelayCreate(JSON.parse(heard[0]?.body ?? '')).policy).toEqual({ ...policy, perPullMax: 0n })

    const { owner, vault, ...terms } = policy
    const hidden = { ownerHash: ownerHash(owner), vaultHash: vaultHash(vault) }
    const box = predictBoxAddress(
      {
        address: deployment?.spendPolicyFactory as Address,
        implementation: deployment?.spendPolicyAccountImpl as Address,
      },
      {
        ownerHash: hidden.ownerHash,
        salt: hash('01'),
        policy: { ...terms, perPullMax: 0n, vaultHash: hidden.vaultHash },
      },
    )
    answers = [json({ account: box, txHash: hash('aa'), announceTxHash: null })]
    const created = { account: box, txHash: hash('aa'), announceTxHash: null }
    expect(await service.relayCreate({ salt: hash('01'), policy })).toEqual(created)
    expect(await service.relayCreate({ salt: hash('01'), policy: { ...terms, ...hidden, perPullMax: 0n } })).toEqual(
      created,
    )
  })

  test('relayAnnounce and relayGas', async () => {
    answers = [json({ txHash: hash('aa') }), json({ txHash: null, amount: '0' })]
    const service = client()
    const announcement = {
      stealthAddress: sender,
      ephemeralPubKey: `0x02${'22'.repeat(32)}`,
      viewTag: 0,
      box: target,
    } as const
    expect(await service.relayAnnounce(announcement)).toEqual({ txHash: hash('aa') })
    expect(await service.relayGas({ to: target, chainId: 84532 })).toEqual({ txHash: null, amount: 0n })
    expect(heard.map(({ request, signedBy }) => [request.url, signedBy])).toEqual([
      ['/api/relay/announce', account.address],
      ['/api/relay/gas', account.address],
    ])
  })

  test('investigate: about this target, and never milder than the rules', async () => {
    const opinion: Investigation = {
      rule: { level: 'block', reasons: [{ code: 'LOOKALIKE_ADDRESS', severity: 'block', message: 'It resembles.' }] },
      advisory: { level: 'safe', headline: 'Fine', points: [] },
      dossier: null,
      deep: 'ran',
    }
    answers = [json(encodeInvestigation(opinion))]
    expect(await client().investigate({ sender, target })).toEqual({
      ...opinion,
      advisory: { level: 'block', headline: 'Fine', points: [] },
    })
    const dossier = {
      target: sender,
      chainId: null,
      isContract: null,
      isDelegated: null,
      transactionCount: null,
      firstSeenAt: null,
      usdcBalance: null,
      nearMisses: null,
      missing: [],
    }
    answers = [json(encodeInvestigation({ ...opinion, dossier }))]
    expect(await failureOf(client().investigate({ sender, target }))).toMatchObject({ reason: 'garbled' })
  })
})

describe('repeats', () => {
  test('202 until it is done, each time with a signature of its own', async () => {
    const seen: unknown[] = []
    answers = [
      json(pending, 202),
      json({ ...pending, txHash: hash('bb') }, 202),
      json({ txHash: hash('aa'), amount: '50000' }),
    ]
    const result = await client().relayGas({ to: target }, { onPending: (one) => seen.push(one) })
    expect(result).toEqual({ txHash: hash('aa'), amount: 50_000n })
    expect(seen).toEqual([pending, { ...pending, txHash: hash('bb') }])
    expect(new Set(heard.map(({ digest }) => digest)).size).toBe(3)
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    expect(heard.every(({ signedBy }) => signedBy === account.address)).toBe(true)
  })

  test('202 to the end of its time is a value', async () => {
    answers = [json({ ...pending, retryAfterMs: 250 }, 202)]
    const result = await client({ timeoutMs: 2_500 }).relayGas({ to: target })
    expect(result).toMatchObject({ status: 'pending', operationId: 'op-1' })
    expect(heard.length).toBeGreaterThan(1)
  })

  test('202 and then nothing but silence is still pending', async () => {
    answers = [json(pending, 202), silence]
    expect(await client({ timeoutMs: 2_500 }).relayGas({ to: target })).toMatchObject({ status: 'pending' })
  })

  test('202 and then a refusal is the refusal', async () => {
    answers = [json(pending, 202), problem('recipient_not_eligible')]
    expect(await failureOf(client().relayGas({ to: target }))).toMatchObject({ code: 'recipient_not_eligible' })
  })

  test('a claim of unknown outcome, until it is known', async () => {
    const unknown = { ok: false, error: { kind: 'unknown' }, txHash: hash('aa') }
    answers = [json(unknown), json({ ok: true, txHash: hash('aa') })]
    const seen: unknown[] = []
    const result = await client().gaslessClaim(claim, { onUnknown: (one) => seen.push(one) })
    expect(result).toEqual({ ok: true, txHash: hash('aa') })
    expect(seen).toEqual([unknown])
    answers = [json(unknown)]
    expect(await client({ timeoutMs: 2_500 }).gaslessClaim(claim)).toEqual(unknown)
  })

  test('a dropped connection, an answer that is cut off', async () => {
    const cut: Answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{')
      setTimeout(() => response.socket?.destroy(), 10)
    }
    answers = [hangUp, cut, json({ ok: true, txHash: hash('aa') })]
    expect(await client().gaslessClaim(claim)).toMatchObject({ ok: true })
    expect(new Set(heard.map(({ digest }) => digest)).size).toBe(3)
  })

  test('what can pass, not before Retry-After', async () => {
    answers = [problem('overloaded', {}, { 'retry-after': '1' }), json({ ok: true, relayer: null })]
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    expect(await client().health()).toEqual({ ok: true, relayer: null })
    expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(1_000)
  })

  test('a proxy that says 502', async () => {
    answers = [json('<html>Bad Gateway</html>', 502), json({ ok: true, relayer: null })]
    expect(await client().health()).toEqual({ ok: true, relayer: null })
  })

  test('no Retry-After that is longer than there is time', async () => {
    const facts = { retryAfterSeconds: 3_600, 'violated-policies': ['addr-day'] }
    answers = [problem('quota_exceeded', facts, { 'x-request-id': 'request-1' })]
    expect(await failureOf(client().relayGas({ to: target }))).toMatchObject({
      name: 'ServiceProblemError',
      status: 429,
      code: 'quota_exceeded',
      retryable: true,
      retryAfterSeconds: 3_600,
      requestId: 'request-1',
      shortMessage: expect.stringContaining('daily quota exceeded'),
    })
    expect(heard).toHaveLength(1)
  })

  test.each([
    'invalid_request',
    'foreign_cosigner',
    'signature_invalid',
    'origin_not_allowed',
    'not_found',
    'not_configured',
    'internal_error',
  ] as const)('never what is refused: %s', async (code) => {
    answers = [problem(code, { errors: [{ pointer: '/to', code: 'not_text' }] })]
    const error = await failureOf(client().relayGas({ to: target }))
    expect(error).toBeInstanceOf(ServiceProblemError)
    expect(error).toMatchObject({ code, retryable: false, fields: [{ pointer: '/to', code: 'not_text' }] })
    expect(heard).toHaveLength(1)
  })

  test('a replayed signature: signs again', async () => {
    answers = [problem('signature_replayed'), json({ txHash: null, amount: '0' })]
    expect(await client().relayGas({ to: target })).toMatchObject({ amount: 0n })
    expect(heard[0]?.digest).not.toBe(heard[1]?.digest)
  })

  test('a code that only a newer service knows goes by its status', async () => {
    const newer = (status: number) =>
      json(
        { type: 'about:blank', title: 'No', status, detail: 'too warm', instance: 'urn:uuid:1', code: 'too_warm' },
        status,
      )
    answers = [newer(503), newer(400)]
    expect(await failureOf(client().health())).toMatchObject({ code: 'too_warm', status: 400, retryable: false })
    expect(heard).toHaveLength(2)
  })

  test('two at once never have one signature', async () => {
    answers = [json({ txHash: null, amount: '0' })]
    const service = client({ now: () => 1_790_000_000_000 })
    await Promise.all(Array.from({ length: 5 }, () => service.relayGas({ to: target })))
    expect(new Set(heard.map(({ digest }) => digest)).size).toBe(5)
  })
})

describe('a clock that is wrong', () => {
  const serverTime = 1_790_000_000_000
  const judge: Answer = (one, response) => {
    const timestamp = Number(one.request.headers['x-holdfast-timestamp'])
    const isNear = Math.abs(timestamp - serverTime) <= 120_000
    const answer = isNear
      ? json({ txHash: null, amount: '0' })
      : problem('timestamp_out_of_window', { serverTime, maxSkewMs: 120_000 })
    answer(one, response)
  }

  test.each([-3_600_000, 3_600_000])('is put right once, and stays right (%i ms)', async (skew) => {
    answers = [judge]
    const service = client({ now: () => serverTime + skew })
    expect(await service.relayGas({ to: target })).toMatchObject({ amount: 0n })
    expect(heard).toHaveLength(2)
    await service.relayGas({ to: target })
    expect(heard).toHaveLength(3)
  })

  test('a service that does not agree with itself is not followed twice', async () => {
    let time = serverTime
    answers = [
      (one, response) => {
        time += 1_000_000
        problem('timestamp_out_of_window', { serverTime: time })(one, response)
      },
    ]
    expect(await failureOf(client().relayGas({ to: target }))).toMatchObject({ code: 'timestamp_out_of_window' })
    expect(heard).toHaveLength(2)
  })

  test('an invalid time is not signed', async () => {
    answers = [problem('timestamp_out_of_window', { serverTime: 12 })]
    expect(await failureOf(client().relayGas({ to: target }))).toMatchObject({ code: 'timestamp_out_of_window' })
    expect(heard).toHaveLength(1)
  })
})

describe('what is not an answer', () => {
  test.each([
    ['no JSON', json('<html>')],
    ['another shape', json({ ok: 'yes', relayer: null })],
    ['no utf8', ((_, response) => response.end(Buffer.from([0xff, 0xfe]))) as Answer],
    ['nothing', ((_, response) => response.end()) as Answer],
    ['a 202 where there is none', json(pending, 202)],
    ['a status of its own', json({ ok: true, relayer: null }, 201)],
    [
      'a problem of another status',
      json({ type: 'about:blank', title: 'No', status: 400, detail: 'x', instance: 'x', code: 'invalid_json' }, 418),
    ],
  ])('error: garbled, %s', async (_, answer) => {
    answers = [answer]
    const error = await failureOf(client().health())
    expect(error).toBeInstanceOf(ServiceUnavailableError)
    expect(error).toMatchObject({ reason: 'garbled' })
    expect(heard).toHaveLength(1)
  })

  test('error: too large, whether it says so or not', async () => {
    answers = [json(`"${'a'.repeat(70_000)}"`)]
    expect(await failureOf(client().health())).toMatchObject({ reason: 'too_large' })
    let written = 0
    answers = [
      (_, response) => {
        const write = () => {
          written += 65_536
          if (written < 1e9 && !response.destroyed) response.write(Buffer.alloc(65_536, 97), write)
        }
        write()
      },
    ]
    expect(await failureOf(client().health())).toMatchObject({ reason: 'too_large' })
    expect(written).toBeLessThan(1e8)
  })

  test('error: a redirect is not followed, and nothing signed goes there', async () => {
    answers = [json('', 307, { location: `${baseUrl}/api/elsewhere` })]
    expect(await failureOf(client().gaslessClaim(claim))).toMatchObject({ reason: 'redirected', status: 307 })
    expect(heard).toHaveLength(1)
  })

  test('error: silence ends with the time', async () => {
    answers = [silence]
    expect(await failureOf(client({ timeoutMs: 200 }).health())).toMatchObject({ reason: 'timeout' })
    const trickle: Answer = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
    answers = [trickle]
    expect(await failureOf(client().health({ timeoutMs: 200 }))).toMatchObject({ reason: 'timeout' })
  })

  test('error: nothing listens there', async () => {
    const error = await failureOf(client({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 400 }).health())
    expect(error).toMatchObject({ name: 'ServiceUnavailableError', reason: 'unreachable' })
  })

  test('the caller gives up: its own reason', async () => {
    answers = [silence]
    const controller = new AbortController()
    const asked = client().gaslessClaim(claim, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 50)
    expect(await failureOf(asked)).toMatchObject({ message: 'enough' })
    expect(await failureOf(client().health({ signal: AbortSignal.abort(new Error('before')) }))).toMatchObject({
      message: 'before',
    })
  })

  test('no secret is in an address or in an error', async () => {
    const secrets = [claim.code, claim.code.replaceAll('-', ''), claim.salt.slice(2), '127.0.0.1']
    for (const answer of [json('<html>'), problem('invalid_request'), problem('overloaded'), hangUp]) {
      heard = []
      answers = [answer]
      const error = await failureOf(client({ timeoutMs: 1_000 }).gaslessClaim(claim))
      const signature = heard[0]?.request.headers['x-holdfast-signature'] as string
      for (const secret of [...secrets, signature.slice(2)]) {
        expect(inspect(error, { depth: 10, showHidden: true }).includes(secret)).toBe(false)
        expect(heard.some(({ request }) => request.url?.includes(secret))).toBe(false)
      }
    }
  })
})

describe('who signs', () => {
  test('a wallet client, also one whose signatures have 64 bytes', async () => {
    const asked: string[] = []
    const wallet = (compact: boolean) =>
      createWalletClient({
        account: account.address,
        transport: custom({
          async request({ method, params }) {
            asked.push(method)
            const signature = await account.signMessage({ message: { raw: params[0] } })
            return compact
              ? serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
              : signature
          },
        }),
      })
    answers = [json({ txHash: null, amount: '0' })]
    for (const compact of [false, true]) await client({ account: wallet(compact) }).relayGas({ to: target })
    expect(asked).toEqual(['personal_sign', 'personal_sign'])
    expect(heard.map(({ signedBy }) => signedBy)).toEqual([account.address, account.address])
    expect(heard.map(({ request }) => `${request.headers['x-holdfast-signature']}`.length)).toEqual([132, 132])
  })

  test('the time a person takes is not counted', async () => {
    const slow = { ...account, signMessage: () => new Promise<Hex>(() => {}) } as unknown as typeof account
    slow.signMessage = async (one) => {
      // A limit that counted until here would have passed.
      await vi.advanceTimersByTimeAsync(2_500)
      return account.signMessage(one)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    answers = [json({ txHash: null, amount: '0' })]
    expect(await client({ account: slow, timeoutMs: 2_000 }).relayGas({ to: target })).toMatchObject({ amount: 0n })
  })

  test('error: a person who declines', async () => {
    const wallet = createWalletClient({
      account: account.address,
      transport: custom({
        request: () => Promise.reject(new UserRejectedRequestError(new Error('no'))),
      }),
    })
    expect(await failureOf(client({ account: wallet }).relayGas({ to: target }))).toBeInstanceOf(SignatureDeclinedError)
    expect(heard).toHaveLength(0)
  })

  test('error: a signature by another key', async () => {
    const other = { ...account, signMessage: person().signMessage }
    expect(await failureOf(client({ account: other }).relayGas({ to: target }))).toMatchObject({ parameter: 'account' })
    expect(heard).toHaveLength(0)
  })

  test('error: no account, or a wallet without one', async () => {
    const unsigned = createServiceClient({ baseUrl })
    expect(await failureOf(unsigned.relayGas({ to: target }))).toBeInstanceOf(InvalidInputError)
    const transport = custom({ request: () => Promise.reject(new Error('no')) })
    expect(() => client({ account: createWalletClient({ transport }) })).toThrow(MissingAccountError)
  })
})

describe('parameters', () => {
  test('baseUrl: a path is part of what is signed', async () => {
    answers = [json({ txHash: null, amount: '0' })]
    const service = client({ baseUrl: `${baseUrl}/pay/v2/` })
    expect(service.baseUrl).toBe(`${baseUrl}/pay/v2`)
    await service.relayGas({ to: target })
    expect(heard[0]).toMatchObject({ signedBy: account.address, request: { url: '/pay/v2/api/relay/gas' } })
  })

  test.each([
    '',
    'pay.example.com',
    'ftp://pay.example.com',
    'https://a:b@pay.example.com',
    'https://x.example/?key=1',
    'https://x.example/#a',
    'https://x.example/a%20b',
    'https://x.example//a',
  ])('error: baseUrl %s', (wrong) => {
    const error = (() => {
      try {
        return client({ baseUrl: wrong })
      } catch (error) {
        return error as Error
      }
    })()
    expect(error).toMatchObject({ name: 'InvalidInputError', parameter: 'baseUrl' })
    if (wrong !== '') expect((error as Error).message).not.toContain(wrong)
  })

  test('error: before anything is sent', async () => {
    const service = client()
    const wrong = '0x12' as Address
    expect(await failureOf(service.relayGas({ to: wrong }))).toBeInstanceOf(WireFormatError)
    expect(await failureOf(service.gaslessClaim({ ...claim, transferId: 0n }))).toBeInstanceOf(WireFormatError)
    expect(await failureOf(service.investigate({ sender, target: wrong }))).toBeInstanceOf(WireFormatError)
    expect(await failureOf(service.verifiedRecipients({ sender: wrong }))).toBeInstanceOf(InvalidAddressError)
    expect(await failureOf(service.announcements({ limit: 0 }))).toMatchObject({ parameter: 'limit' })
    expect(await failureOf(service.announcements({ fromBlock: -1n }))).toMatchObject({ parameter: 'fromBlock' })
    expect(await failureOf(service.announcements({ chainId: 0 }))).toMatchObject({ parameter: 'chainId' })
    const { recipient: _, ...forAnyone } = claim
    expect(await failureOf(service.gaslessClaim(forAnyone as typeof claim))).toMatchObject({ parameter: 'recipient' })
    expect(() => client({ timeoutMs: 0 })).toThrow(InvalidInputError)
    expect(heard).toHaveLength(0)
  })
})
