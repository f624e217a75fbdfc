import openapi from '../openapi.json' with { type: 'json' }
import { type Dictionary, damage, hostileJson, type JsonSchema, valueFrom } from './hostileJson.js'
import type { RawRequest } from './RawConnection.js'
import { pick, type Random, randomBytesOf, randomOf } from './random.js'
import type { KeyHolder, RequestSigner } from './signer.js'

/**
 * Requests of a malicious client, by number: the same in every run, except for the signed times. Bodies and queries are
 * generated from the schemas of the API; most are changed, before or after they are signed.
 */
export function hostileRequests(world: HostileWorld): (index: number) => HostileRequest {
  const { seed, count, sign, signers, bystanders } = world
  return (index) => {
    const random = randomOf(Math.imul(seed, 31) + Math.imul(index + 1, 0x85ebca6b))
    const secrets = newSecrets(random)
    const headers: [string, string][] = [['host', 'service.example']]
    const add = (...more: [string, string][]) => headers.push(...more)
    const kind = pick(random, kinds)
    let method = 'POST'
    let path = pick(random, kind === 'signed' || kind === 'broken' ? signedPaths : open)
    let body: Buffer = Buffer.alloc(0)
    const fill = (chance: number) => {
      const schema = (bodies.get(path) ?? {}) as JsonSchema
      const value = valueFrom(schema, { ...world.dictionary, ...claimOf(world, secrets, path) }, random)
      body = hostileJson(value, random, random(chance) === 0 ? 0 : 1 + random(3), secrets.code)
    }

    if (kind === 'signed') {
      // New signers appear all the time, so that some have units left.
      const by = signers[(Math.floor((index / count) * signers.length) + random(2)) % signers.length] as KeyHolder
      fill(4)
      add(...Object.entries(sign(by, { path, body })))
    } else if (kind === 'broken') {
      fill(2)
      const signed = sign(pick(random, bystanders), { path, body })
      const broken = breakSignature({ signed, path, body }, random)
      path = broken.path
      body = broken.body
      add(...broken.headers)
    } else if (kind === 'open') fill(10)
    else if (kind === 'read') {
      method = pick(random, ['GET', 'GET', 'GET', 'HEAD'])
      path = pick(random, gets) + queryOf(world, secrets, random)
    } else {
      method = pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'])
      path = pick(random, [
        ...gets,
        ...signedPaths,
        ...oddPaths,
        `/api/${secrets.code}`,
        `/${secrets.salt}?${secrets.code}`,
      ])
      if (method !== 'GET' && method !== 'HEAD' && random(2) === 0)
        body = randomBytesOf(random, random(random(8) ? 300 : 9_000))
    }
    if (method !== 'GET' && method !== 'HEAD' && (random(30) > 0 || kind === 'signed'))
      add(['content-type', 'application/json'])
    for (let more = random(kind === 'odd' ? 6 : 2); more > 0; more--) add(oddHeader(secrets, random))
    const signature = headers.filter(([name]) => name === 'X-Holdfast-Signature').map(([, value]) => value)
    return {
      index,
      kind,
      method,
      path,
      bytes: encode(method, path, headers, body, random),
      secrets: { ...secrets, signature },
    }
  }
}

/** What requests are generated from. */
export type HostileWorld = {
  seed: number
  /** Number of requests in total. */
  count: number
  sign: RequestSigner
  /** Accounts whose requests are sent as signed. */
  signers: readonly KeyHolder[]
  /** Accounts whose requests are changed after signing. */
  bystanders: readonly KeyHolder[]
  /** Valid values by property. */
  dictionary: Dictionary
  /** Ids of transfers; no request has their salt and code. */
  transferIds: readonly string[]
}

/** One request. */
export type HostileRequest = RawRequest & {
  index: number
  kind: (typeof kinds)[number]
  path: string
  secrets: { code: string; salt: string; signature: readonly string[] }
}

/**
 * Every secret code contains this mark, and every salt the next one, so that answers can be searched for them in any
 * letter case.
 */
export const CODE_MARK = 'Z9K7QX'
export const SALT_MARK = 'c0dec0de5a17'

/** A request without its secrets, to be printed. */
export function withoutSecrets({ index, kind, bytes, secrets }: HostileRequest): string {
  const text = Buffer.from(bytes).toString('latin1').slice(0, 1_500)
  const hidden = [
    secrets.salt,
    secrets.salt.slice(2),
    secrets.code,
    secrets.code.replaceAll('-', ''),
    ...secrets.signature,
  ]
  return `request ${index} (${kind}):\n${hidden.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)}`
}

const kinds = [...fill('signed', 5), ...fill('broken', 4), ...fill('open', 4), ...fill('read', 4), ...fill('odd', 3)]
const signedPaths = [
  '/api/gasless-claim',
  '/api/relay/create',
  '/api/relay/announce',
  '/api/relay/gas',
] as const as readonly string[]
const open: readonly string[] = ['/api/cosign', '/api/cosign', '/api/investigate']
const gets: readonly string[] = ['/api/health', '/api/cosign', '/api/verified-recipients', '/api/announcements']
const oddPaths: readonly string[] = [
  ...['/', '//', '*', '/api', '/api/', '/api//cosign', '/api/./cosign', '/api/relay/../cosign', '/api/%2e%2e/cosign'],
  ...[
    '/api/cosign/',
    '/API/COSIGN',
    '/api/cosign%00',
    '/api/cosign;a=1',
    '/metrics',
    '/readyz',
    '/.env',
    '/api/relay/gas?x',
  ],
  ...['http://service.example/api/cosign', '/api/cosign#x', `/${'a'.repeat(3_000)}`, '/\xff\xfe', '/api/cos\tign'],
]

const bodies = new Map(
  Object.entries(openapi.paths).flatMap(([path, methods]) =>
    'post' in methods && 'requestBody' in methods.post
      ? [[path, methods.post.requestBody.content['application/json'].schema as JsonSchema] as const]
      : [],
  ),
)

function newSecrets(random: Random) {
  const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const code = `${CODE_MARK}${Array.from({ length: 10 }, () => symbols[random(32)]).join('')}`
  return {
    code: random(2) === 0 ? code : (code.match(/.{4}/g) ?? []).join('-'),
    salt: `0x${SALT_MARK}${randomBytesOf(random, 26).toString('hex')}`,
  }
}

function claimOf(world: HostileWorld, secrets: { code: string; salt: string }, path: string): Dictionary {
  if (path !== '/api/gasless-claim') return {}
  return {
    transferId: (random) => pick(random, world.transferIds),
    code: () => secrets.code,
    salt: () => secrets.salt,
  }
}

function queryOf(world: HostileWorld, secrets: { code: string; salt: string }, random: Random): string {
  const { sender, chainId } = world.dictionary
  return pick(random, [
    '',
    '',
    '?',
    `?sender=${sender?.(random)}`,
    `?sender=${sender?.(random)}&chainId=5042002`,
    `?chainId=${chainId?.(random)}&fromBlock=${random(200)}&limit=${random(1_200)}`,
    `?fromBlock=${'9'.repeat(random(90))}`,
    `?fromBlock=${random(50)}&fromBlock=1`,
    `?__proto__=1&constructor=${secrets.code}`,
    `?code=${secrets.code}&salt=${secrets.salt}`,
    `?sender=%00%ff%e9&chainId=%2B1`,
    `?${'a=1&'.repeat(random(300))}`,
    `?limit=1e3&limit[]=2`,
  ])
}

type Signed = { signed: Record<string, string>; path: string; body: Buffer }

/** Changes what was signed, so that the signature matches no account. */
function breakSignature({ signed, path, body }: Signed, random: Random) {
  const [address = '', timestamp = '', signature = ''] = Object.values(signed)
  const [addressName = '', timestampName = '', signatureName = ''] = Object.keys(signed)
  const digit = (text: string) => {
    const at = 2 + random(64)
    return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
  }
  const headers = (...values: readonly string[]): [string, string][] =>
    [addressName, timestampName, signatureName].flatMap((name, place) => {
      const value = values[place]
      return value === undefined ? [] : [[name, value] satisfies [string, string]]
    })
  const whole = { path, body, headers: headers(address, timestamp, signature) }
  return pick<() => typeof whole>(random, [
    () => ({ ...whole, body: Buffer.concat([body, Buffer.from(' ')]) }),
    () => ({ ...whole, body: Buffer.concat([body.subarray(1), damage(body, random)]) }),
    () => ({
      ...whole,
      path: pick(
        random,
        signedPaths.filter((other) => other !== path),
      ),
    }),
    () => ({ ...whole, path: `${path}?a=${random(9)}` }),
    () => ({ ...whole, headers: headers(address, `${Number(timestamp) + 1}`, signature) }),
    () => ({ ...whole, headers: headers(address, `${Number(timestamp) - 200_000}`, signature) }),
    () => ({ ...whole, headers: headers(address, `${timestamp}.0`, signature) }),
    () => ({ ...whole, headers: headers(address, timestamp, digit(signature)) }),
    () => ({ ...whole, headers: headers(address, timestamp, signature.slice(0, random(132))) }),
    () => ({
      ...whole,
      headers: headers(address, timestamp, `${signature.slice(0, -2)}${pick(random, ['02', '1d', 'ff'])}`),
    }),
    () => ({ ...whole, headers: headers(`0x${'0'.repeat(39)}${random(9)}`, timestamp, signature) }),
    () => ({ ...whole, headers: headers(address, timestamp) }),
    () => ({ ...whole, headers: [...whole.headers, [signatureName, signature] as [string, string]] }),
    () => ({ ...whole, headers: headers(address, `${timestamp}\t1`, `é${signature}`) }),
  ])()
}

function oddHeader({ code, salt }: { code: string; salt: string }, random: Random): [string, string] {
  return pick<[string, string]>(random, [
    ['x-request-id', pick(random, ['request-one', code, salt, salt.slice(2), 'é'.repeat(9), 'x'.repeat(70)])],
    [
      'x-forwarded-for',
      pick(random, [
        '203.0.113.1',
        `203.0.113.${random(256)}`,
        `2001:db8:${random(99)}::1`,
        code,
        ',',
        '::ffff:1.2.3.4',
      ]),
    ],
    ['origin', pick(random, ['https://app.example', 'null', 'https://evil.example', `https://${code}.example`])],
    ['content-type', pick(random, ['text/plain', 'application/json; charset=latin1', code])],
    ['content-encoding', pick(random, ['identity', 'gzip', code])],
    ['access-control-request-method', pick(random, ['POST', 'GET', code])],
    ['access-control-request-headers', salt],
    ['cookie', `code=${code}`],
    ['authorization', `Bearer ${code}`],
    ['expect', pick(random, ['100-continue', 'something'])],
    ['if-none-match', pick(random, ['*', `"${code}"`, '"one", W/"two"'])],
    ['accept-encoding', pick(random, ['gzip;q=0', '*;q=1e999', 'identity'])],
    ['idempotency-key', salt],
    ['__proto__', code],
    [
      `x-${randomBytesOf(random, 3).toString('hex')}`,
      randomBytesOf(random, random(60))
        .toString('latin1')
        .replaceAll(/[\r\n\0]/g, ''),
    ],
    ['x-long', 'y'.repeat(random(6_000))],
  ])
}

/** Encodes a request in one piece, or in chunks. */
function encode(
  method: string,
  path: string,
  headers: readonly [string, string][],
  body: Buffer,
  random: Random,
): Buffer {
  const isChunked = body.length > 0 && random(15) === 0
  const length: [string, string][] = isChunked
    ? [['transfer-encoding', 'chunked']]
    : body.length > 0 || method === 'POST'
      ? [['content-length', `${body.length}`]]
      : []
  const lines = [`${method} ${path} HTTP/1.1`, ...[...headers, ...length].map(([name, value]) => `${name}: ${value}`)]
  const half = body.length >> 1
  const chunks = [body.subarray(0, half), body.subarray(half)].filter((chunk) => chunk.length > 0)
  const framed = isChunked
    ? [
        ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
        Buffer.from('0\r\n\r\n'),
      ]
    : [body]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), ...framed])
}

function fill<value extends string>(name: value, times: number): value[] {
  return Array.from({ length: times }, () => name)
}
