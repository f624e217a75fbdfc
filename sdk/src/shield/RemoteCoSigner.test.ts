import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inspect } from 'node:util'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { SignatureDeclinedError } from '../errors/transaction.js'
import { WireFormatError } from '../errors/wire.js'
import { encodeCosignerAddress } from '../wire/cosignerAddress.js'
import { type CosignRequest, cosignAuthMessageOf, decodeCosignRequest } from '../wire/cosignRequest.js'
import { encodeCosignResult } from '../wire/cosignResult.js'
import { COSIGN_VETOES } from '../wire/cosignVetoes.js'
import { bindOwner } from './bindOwner.js'
import type { AuthorizeRequest, CounterfactualRequest } from './coSigner.js'
import { COSIGNER_FAULTS } from './cosignerFaults.js'
import { recoverSigner } from './internal/recoverSigner.js'
import { judgeBind } from './judgeBind.js'
import { ownerHash } from './ownerHash.js'
import { RemoteCoSigner, type RemoteCoSignerOptions } from './RemoteCoSigner.js'
import { type SpendDigestParams, spendDigest } from './spendDigest.js'

const person = () => privateKeyToAccount(generatePrivateKey())
const cosigner = person()
const owner = person()
const payer = person().address
const target = person().address
const account = person().address
const salt: Hex = `0x${'07'.repeat(32)}`

const request: AuthorizeRequest = {
  account,
  owner: owner.address,
  payer,
  target,
  amount: 5_000_000n,
  action: 0,
  nonce: 3n,
  chainId: 5042002,
  remaining: 7_000_000n,
  expiry: 1_800_000_000,
  now: 1_790_000_000,
  ownerHash: ownerHash(owner.address),
}
const counterfactual: CounterfactualRequest = {
  factory: person().address,
  ownerHash: ownerHash(owner.address),
  salt,
  policy: {
    token: person().address,
    cosigner: cosigner.address,
    vaultHash: ownerHash(owner.address),
    target,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry: 1_800_000_000,
    interval: 0,
    mode: 0,
  },
  box: account,
  owner: owner.address,
  amount: 5_000_000n,
  chainId: 84532,
  payer,
}
const auth = { address: owner.address, sign: (message: string) => owner.signMessage({ message }) }

/** The owner's wallet, and what it was asked to sign. */
function watch() {
  const signed: string[] = []
  const sign = (message: string) => {
    signed.push(message)
    return auth.sign(message)
  }
  return { signed, watched: { ...auth, sign } }
}

/** What the chain would have told the service. */
const onChain: SpendDigestParams = { account, chainId: 5042002, target, amount: 5_000_000n, nonce: 3n, action: 0 }

type Seen = { request: IncomingMessage; text: string; asked: CosignRequest | undefined }
const seen: Seen[] = []
const sockets = new Set<Socket>()
let answer: (asked: CosignRequest, response: ServerResponse, seen: Seen) => unknown
let port = 0
/** Part of the path: a request that an earlier test gave up may arrive late. */
let turn = 0

const listener: RequestListener = async (request, response) => {
  if (request.url !== path() && request.url !== `${path()}?again`) return response.destroy()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const one: Seen = {
    request,
    text,
    asked: request.method === 'POST' ? decodeCosignRequest(JSON.parse(text)) : undefined,
  }
  seen.push(one)
  if (one.asked) await answer(one.asked, response, one)
  else json(response, encodeCosignerAddress(cosigner.address))
}
const server = createServer((request, response) => {
  Promise.resolve(listener(request, response)).catch(() => response.destroy())
})
// A connection that was left idle may close just when the next request is on its way: each request has its own.
server.maxRequestsPerSocket = 1
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})
beforeEach(() => {
  answer = honest
  turn += 1
})
afterEach(() => {
  seen.length = 0
})

const path = () => `/${turn}/api/cosign`
const endpoint = () => `http://127.0.0.1:${port}${path()}`
const remote = (given?: typeof auth, options?: RemoteCoSignerOptions) =>
  new RemoteCoSigner(endpoint(), cosigner.address, undefined, given, options)

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function signature(change: Partial<SpendDigestParams> = {}, signer = cosigner): Promise<Hex> {
  return signer.sign({ hash: spendDigest({ ...onChain, ...change }) })
}

/** Signs what is asked for, as read from its chain. */
async function honest(asked: CosignRequest, response: ServerResponse): Promise<void> {
  if (asked.phase === 'precheck' || asked.phase === 'bind')
    return json(response, encodeCosignResult({ approved: true }))
  const spend =
    asked.phase === 'authorize'
      ? { account: asked.account, amount: asked.amount, action: asked.action }
      : { account: asked.box, amount: asked.amount, nonce: 0n, chainId: asked.chainId ?? 5042002 }
  json(response, encodeCosignResult({ approved: true, signature: await signature(spend) }))
}

const fault = (code: keyof typeof COSIGNER_FAULTS) => ({ approved: false, code, reason: COSIGNER_FAULTS[code] })
const every = {
  precheck: (cosigner: RemoteCoSigner) => cosigner.precheck({ owner: payer, target, amount: 1n }),
  authorize: (cosigner: RemoteCoSigner) => cosigner.authorize(request),
  authorizeCounterfactual: (cosigner: RemoteCoSigner) => cosigner.authorizeCounterfactual(counterfactual),
  bind: (cosigner: RemoteCoSigner) => cosigner.bind({ account, payer, until: 1_800_000_000 }),
} as const
const methods = Object.entries(every)

describe('an honest service', () => {
  test('authorize: the signature, over exactly what was asked for', async () => {
    const result = await remote().authorize(request)
    expect(result).toEqual({ approved: true, signature: await signature() })
    expect(result.approved && recoverSigner(spendDigest(onChain), result.signature, 'contract')).toBe(cosigner.address)
  })

  test('authorizeCounterfactual: the first payment of a box', async () => {
    expect(await remote().authorizeCounterfactual(counterfactual)).toEqual({
      approved: true,
      signature: await signature({ chainId: 84532, nonce: 0n }),
    })
  })

  test('precheck, bind: a word', async () => {
    expect(await every.precheck(remote())).toEqual({ approved: true })
    expect(await every.bind(remote(auth))).toEqual({ approved: true })
  })

  test.each(methods)('%s: a veto is handed on whole', async (_, ask) => {
    const veto = {
      approved: false,
      code: 'risk_blocked',
      reason: COSIGN_VETOES.risk_blocked,
      riskReasons: ['LOOKALIKE_ADDRESS'],
    } as const
    answer = (_, response) => json(response, encodeCosignResult(veto))
    expect(await ask(remote(auth))).toEqual(veto)
  })

  test('behavior: a veto that only a newer service knows stays a veto', async () => {
    answer = (_, response) => json(response, { approved: false, code: 'sanctioned', reason: 'New.', more: 1 })
    expect(await remote().authorize(request)).toEqual({ approved: false, code: 'sanctioned', reason: 'New.' })
  })
})

test('bind: an owner that is not an address is refused by its name', async () => {
  const bound = remote(auth).bind({ account, payer, owner: '0x12', until: 1_800_000_000 })
  await expect(bound).rejects.toMatchObject({ name: 'InvalidAddressError', parameter: 'owner' })
})

describe('what goes over', () => {
  test('authorize: nothing that the service reads from the chain', async () => {
    await remote().authorize({ ...request, secret: 'x' } as AuthorizeRequest)
    const [{ text = '', request: { method, url, headers } = {} } = {}] = seen
    expect(JSON.parse(text)).toEqual({
      phase: 'authorize',
      chainId: 5042002,
      account,
      owner: owner.address,
      payer,
      amount: '5000000',
      action: 0,
    })
    expect([method, url]).toEqual(['POST', path()])
    expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
    expect(Object.keys(headers ?? {})).not.toEqual(expect.arrayContaining(['cookie', 'authorization', 'referer']))
  })

  test('authorize: a pull with a standing binding names neither owner nor payer', async () => {
    const { owner: _, payer: __, auth: ___, ...pull } = { ...request, action: 1 } as const
    const result = await remote(auth).authorize(pull)
    expect(result).toEqual({ approved: true, signature: await signature({ action: 1 }) })
    const { asked } = seen[0] as Seen
    expect(asked).toStrictEqual({ phase: 'authorize', chainId: 5042002, account, amount: 5_000_000n, action: 1 })
    const standing = { payer, until: Date.now() / 1_000 + 60, timestamp: Date.now() }
    const facts = { ownerHash: ownerHash(owner.address), nowMs: Date.now(), standing }
    expect(asked?.phase === 'authorize' && bindOwner(asked, facts)).toMatchObject({ bound: true, by: 'standing' })
  })

  test('precheck: the chain, for a service that knows several', async () => {
    await every.precheck(remote())
    await every.precheck(remote(undefined, { chainId: 84532 }))
    expect(seen.map(({ asked }) => asked?.chainId)).toEqual([5042002, 84532])
  })

  test('auth: the service binds the payer by it', async () => {
    await remote(auth).authorize(request)
    await remote(auth).authorizeCounterfactual(counterfactual)
    const facts = { ownerHash: ownerHash(owner.address), nowMs: Date.now() }
    for (const { asked } of seen) {
      if (asked?.phase !== 'authorize' && asked?.phase !== 'counterfactual')
        throw new Error('Something else was asked.')
      expect(bindOwner(asked, facts)).toEqual({ bound: true, payer, by: 'proof' })
    }
    expect(seen).toHaveLength(2)
  })

  test('accept: goes over and is part of what the owner signs', async () => {
    const accept = person().address
    await remote(auth).authorize({ ...request, accept })
    await remote(auth).authorizeCounterfactual({ ...counterfactual, accept })
    await remote(auth).bind({ account, payer, until: 1_800_000_000, accept })
    const hash = ownerHash(owner.address)
    const nowMs = Date.now()
    const accepted = seen.map(({ asked }) => {
      if (asked?.phase === 'bind') return judgeBind(asked, { ownerHash: hash, mode: 1, expiry: 1_800_000_000, nowMs })
      if (asked?.phase === 'precheck' || asked === undefined) throw new Error('Something else was asked.')
      return bindOwner(asked, { ownerHash: hash, nowMs })
    })
    expect(accepted).toMatchObject([
      { bound: true, by: 'proof', accept },
      { bound: true, by: 'proof', accept },
      { accepted: true, binding: { accept } },
    ])
  })

  test('payer: an owner named as the payer asks directly, unless there is a proof', async () => {
    const own = { payer: owner.address.toLowerCase() as Address }
    await remote().authorize({ ...request, ...own })
    await remote().authorizeCounterfactual({ ...counterfactual, ...own })
    await remote(auth).authorize({ ...request, ...own })
    const facts = { ownerHash: ownerHash(owner.address), nowMs: Date.now() }
    const direct = { announcements: { complete: true, namesOwner: false }, history: { complete: true, hasPaid: true } }
    const rules = seen.map(({ asked }) => {
      if (asked?.phase !== 'authorize' && asked?.phase !== 'counterfactual')
        throw new Error('Something else was asked.')
      const binding = bindOwner(asked, { ...facts, ...(asked.auth ? {} : direct) })
      return binding.bound && [binding.by, binding.payer]
    })
    expect(rules).toEqual([
      ['direct', owner.address],
      ['direct', owner.address],
      ['proof', owner.address],
    ])
  })

  test('bind: the service accepts it', async () => {
    await every.bind(remote(auth))
    const { asked } = seen[0] as Seen
    if (asked?.phase !== 'bind') throw new Error('Something else was asked.')
    const facts = { ownerHash: ownerHash(owner.address), mode: 1, expiry: 1_800_000_000, nowMs: Date.now() } as const
    expect(judgeBind(asked, facts)).toMatchObject({ accepted: true, binding: { payer, until: 1_800_000_000 } })
  })

  test('auth: a precheck is signed only for the wallet that can sign', async () => {
    const { watched, signed } = watch()
    await remote(watched).precheck({ owner: payer, target, amount: 1n })
    expect([signed, seen[0]?.asked?.auth]).toEqual([[], undefined])
    await remote(watched).precheck({ owner: owner.address, target, amount: 1n })
    const { asked } = seen[1] as Seen
    expect(signed).toEqual([asked?.auth && cosignAuthMessageOf(asked, asked.auth)])
  })

  test('auth: a proof of the caller’s own is handed on', async () => {
    const own = {
      address: owner.address,
      timestamp: 1_790_000_000_000,
      signature: await owner.signMessage({ message: 'x' }),
    }
    await remote(auth).authorize({ ...request, auth: own })
    expect(seen[0]?.asked?.auth).toEqual(own)
  })
})

describe('a false service', () => {
  test.each<[string, () => Promise<Hex>]>([
    ['another amount', () => signature({ amount: 5_000_001n })],
    ['another nonce', () => signature({ nonce: 4n })],
    ['another box', () => signature({ account: payer })],
    ['another target', () => signature({ target: payer })],
    ['another chain', () => signature({ chainId: 84532 })],
    ['a pull', () => signature({ action: 1 })],
    ['with another key', () => signature({}, person())],
    ['nothing', async () => `0x${'00'.repeat(65)}`],
    ['something short', async () => '0x1234'],
    ['something without its last byte', async () => (await signature()).slice(0, -2) as Hex],
    ['something that goes on', async () => `${await signature()}00`],
    [
      'the second form, with a high s',
      async () => {
        const made = await signature()
        const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
        const high = (order - BigInt(`0x${made.slice(66, 130)}`)).toString(16).padStart(64, '0')
        return `0x${made.slice(2, 66)}${high}${made.endsWith('1b') ? '1c' : '1b'}`
      },
    ],
    ['a form the box does not take', async () => `${(await signature()).slice(0, -2)}${'00'}` as Hex],
  ])('error: signs %s', async (_, sign) => {
    const made = await sign()
    answer = (_, response) => json(response, { approved: true, signature: made })
    expect(await remote().authorize(request)).toEqual(fault('cosigner_mismatch'))
  })

  test('error: signs a deployed box’s nonce for one that does not exist yet', async () => {
    const made = await signature({ chainId: 84532, nonce: 1n })
    answer = (_, response) => json(response, { approved: true, signature: made })
    expect(await remote().authorizeCounterfactual(counterfactual)).toEqual(fault('cosigner_mismatch'))
  })

  test('isContract: a signature of a contract is for the chain to judge', async () => {
    answer = (_, response) => json(response, { approved: true, signature: '0x1234' })
    expect(await remote(undefined, { isContract: true }).authorize(request)).toEqual({
      approved: true,
      signature: '0x1234',
    })
  })
})

test('behavior: a veto of a service that names no code is a veto', async () => {
  const body = { approved: false, reason: 'No.', riskReasons: ['LOOKALIKE_ADDRESS'] }
  answer = (_, response) => json(response, body)
  for (const [, ask] of methods) expect(await ask(remote(auth))).toEqual(body)
})

test('each fault says that nothing was spent', () => {
  for (const sentence of Object.values(COSIGNER_FAULTS)) expect(sentence).toMatch(/^The .*\. Nothing was spent\.$/)
})

describe('a service that makes no sense', () => {
  test.each<[string, string | Buffer]>([
    ['an approval without a signature', '{"approved":true}'],
    ['an approval with a number', '{"approved":true,"signature":1}'],
    ['a veto without a reason', '{"approved":false,"code":"expired"}'],
    ['neither', '{}'],
    ['a page', '<html>Welcome</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['half a document', '{"approved":'],
    ['bytes that are not text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['more than was asked for', `{"approved":true,"signature":"0x${'ab'.repeat(40_000)}"}`],
  ])('error: %s', async (_, body) => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    expect(await remote().authorize(request)).toEqual(fault('cosigner_garbled'))
  })

  test('error: an answer that never ends', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 1)
      response.on('close', () => clearInterval(timer))
    }
    expect(await remote().authorize(request)).toEqual(fault('cosigner_garbled'))
  })
})

describe('a service that is not there', () => {
  test.each(methods)('%s: refused, over and over', async (_, ask) => {
    for (const status of [400, 401, 403, 404, 409, 413, 429, 500, 503, 504, 204, 201]) {
      answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end()
      expect(await ask(remote(auth))).toEqual(fault('cosigner_unavailable'))
    }
    // A refusal is an answer: it is not asked again.
    expect(seen).toHaveLength(12)
  })

  test('error: an approval under another status counts for nothing', async () => {
    const made = await signature()
    answer = (_, response) => json(response, { approved: true, signature: made }, 500)
    expect(await remote().authorize(request)).toEqual(fault('cosigner_unavailable'))
  })

  test.each([301, 302, 303, 307, 308])('error: HTTP %s is not followed', async (status) => {
    answer = (_, response) => response.writeHead(status, { location: `${endpoint()}?again` }).end()
    expect(await remote(auth).authorize(request)).toEqual(fault('cosigner_unavailable'))
    expect(seen.map(({ request: { url } }) => url)).toEqual([path()])
  })

  test.each(methods)('%s: too slow', async (_, ask) => {
    answer = () => undefined
    expect(await ask(remote(auth, { timeoutMs: 50 }))).toEqual(fault('cosigner_unavailable'))
  })

  test('error: slow in the middle of its answer', async () => {
    answer = (_, response) => response.writeHead(200).write('{"approved":')
    expect(await remote(undefined, { timeoutMs: 50 }).authorize(request)).toEqual(fault('cosigner_unavailable'))
  })

  test('behavior: a connection that breaks before the answer is tried once more', async () => {
    answer = (asked, response) => (seen.length === 1 ? response.destroy() : honest(asked, response))
    expect(await remote(auth).authorize(request)).toMatchObject({ approved: true })
    const [first, second] = seen as [Seen, Seen]
    expect(second.text).toBe(first.text)
  })

  test('error: a connection that breaks each time', async () => {
    answer = (_, response) => response.destroy()
    expect(await remote().authorize(request)).toEqual(fault('cosigner_unavailable'))
    expect(seen).toHaveLength(2)
  })

  test('error: a connection that breaks in the middle of the answer is not tried again', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"approved":', () => response.destroy())
    }
    expect(await remote().authorize(request)).toEqual(fault('cosigner_unavailable'))
    expect(seen).toHaveLength(1)
  })

  test('error: nothing listens', async () => {
    const closed = new RemoteCoSigner('http://127.0.0.1:1/api/cosign', cosigner.address)
    expect(await closed.authorize(request)).toEqual(fault('cosigner_unavailable'))
  })

  test('signal: giving up is the caller’s own error', async () => {
    answer = () => undefined
    const controller = new AbortController()
    const asking = remote().authorize(request, { signal: controller.signal })
    const reason = new Error('Changed my mind.')
    controller.abort(reason)
    await expect(asking).rejects.toBe(reason)
    await expect(remote().authorize(request, { signal: controller.signal })).rejects.toBe(reason)
  })

  test('signal: giving up while the owner’s wallet is asked', async () => {
    const controller = new AbortController()
    const reason = new Error('Changed my mind.')
    const sign = () => {
      controller.abort(reason)
      return new Promise<never>(() => {})
    }
    await expect(remote({ ...auth, sign }).authorize(request, { signal: controller.signal })).rejects.toBe(reason)
    expect(seen).toEqual([])
  })
})

describe('the caller', () => {
  test('error: an endpoint that is malformed, or carries a password', () => {
    const malformed = ['', 'cosign', 'ftp://a/b', 'xhttp://a/b', 'javascript:1']
    const secrets = ['user:secret', 'secret', ':secret'].map((secret) => `https://${secret}@example.com/api/cosign`)
    for (const wrong of [...malformed, ...secrets])
      try {
        new RemoteCoSigner(wrong, cosigner.address)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
        expect(error).toMatchObject({
          parameter: 'endpoint',
          shortMessage: 'The endpoint of the co-signer is not an http(s) URL without a password.',
        })
        expect(inspect(error)).not.toContain('secret')
      }
    expect(() => new RemoteCoSigner(endpoint(), '0x12')).toThrow(InvalidAddressError)
  })

  test.each<[string, Partial<AuthorizeRequest>]>([
    ['an invalid target', { target: '0x12' }],
    ['an invalid nonce', { nonce: -1n }],
    ['an amount that is negative', { amount: -1n }],
    ['an account with a wrong checksum', { account: '0x8617e340B3D01FA5F11F306F4090FD50E238070D' }],
    ['a payer that is text', { payer: 'x' as Address }],
  ])('error: %s, before anything is signed or sent', async (_, change) => {
    const { watched, signed } = watch()
    const asking = remote(watched).authorize({ ...request, ...change })
    await expect(asking).rejects.toSatisfy(
      (error) =>
        error instanceof WireFormatError || error instanceof InvalidAddressError || error instanceof InvalidInputError,
    )
    expect([signed, seen]).toEqual([[], []])
  })

  test('error: a wallet that declines, fails, or signs something else', async () => {
    const ask = (sign: () => Promise<Hex>) => remote({ ...auth, sign }).authorize(request)
    const declined = ask(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    await expect(declined).rejects.toBeInstanceOf(SignatureDeclinedError)
    await expect(declined).rejects.toThrow('while proving to the co-signer who is asking')
    await expect(ask(() => Promise.reject(new Error('locked')))).rejects.toMatchObject({
      parameter: 'auth',
      shortMessage: 'The `auth` could not sign who is asking.',
      message: expect.stringContaining('locked'),
    })
    for (const sign of [() => person().signMessage({ message: 'x' }), async () => '0x' as const])
      await expect(ask(sign)).rejects.toMatchObject({
        parameter: 'auth',
        shortMessage: `The \`auth\` gave a signature that is not by the key of ${owner.address}.`,
      })
    expect(seen).toEqual([])
  })

  test('error: bind without the owner’s key', async () => {
    await expect(every.bind(remote())).rejects.toMatchObject({
      parameter: 'auth',
      shortMessage: 'Only the owner of a box can bind a payer: `auth` is missing.',
    })
    const asking = remote(auth).bind({ account, owner: payer, payer, until: 1_800_000_000 })
    await expect(asking).rejects.toMatchObject({
      parameter: 'owner',
      shortMessage: `The owner ${payer} is not who signs here, ${owner.address}.`,
    })
  })

  test('fetchImpl: called as a plain function, told not to follow and to send no cookies', async () => {
    const calls: [unknown, unknown, RequestInit | undefined][] = []
    function fetchImpl(this: unknown, url: unknown, init?: RequestInit) {
      calls.push([this, url, init])
      return Promise.resolve(new Response(JSON.stringify({ approved: true })))
    }
    const cosigner = new RemoteCoSigner('https://pay.example.com/api/cosign', payer, fetchImpl as typeof fetch)
    expect(await every.precheck(cosigner)).toEqual({ approved: true })
    const [that, url, init] = calls[0] as (typeof calls)[0]
    expect([that, url]).toEqual([undefined, 'https://pay.example.com/api/cosign'])
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual', credentials: 'omit' })
  })

  test('fetchImpl: a runtime without streams', async () => {
    const bodiless = (text: string) => async () =>
      ({ status: 200, body: undefined, arrayBuffer: async () => new TextEncoder().encode(text).buffer }) as never
    const ask = (text: string) => every.precheck(new RemoteCoSigner(endpoint(), payer, bodiless(text)))
    expect(await ask('{"approved":true}')).toEqual({ approved: true })
    expect(await ask(`{"approved":true,"more":"${'x'.repeat(70_000)}"}`)).toEqual(fault('cosigner_garbled'))
  })
})
