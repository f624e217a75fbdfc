import { describe, expect, test } from 'vitest'
import { WireFormatError } from '../errors/wire.js'
import { type CosignRequest, cosignAuthMessageOf, decodeCosignRequest, encodeCosignRequest } from './cosignRequest.js'

const owner = '0x52908400098527886E0F7030069857D2E4169EE7'
const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const payer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const target = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const hash = `0x${'ab'.repeat(32)}` as const
const auth = { address: owner, timestamp: 1_790_000_000_000, signature: `0x${'12'.repeat(65)}` } as const
const policy = {
  token: account,
  cosigner: payer,
  vaultHash: hash,
  target,
  maxAmount: '5000000',
  perPullMax: '0',
  expiry: 1_800_000_000,
  interval: 0,
  mode: 0,
} as const

const requests = {
  precheck: { phase: 'precheck', owner, target, amount: 5_000_000n },
  authorize: { phase: 'authorize', chainId: 84532, account, owner, payer, amount: 1n, action: 0, auth },
  accepting: { phase: 'authorize', account, owner, amount: 1n, action: 0, accept: target, auth },
  pull: { phase: 'authorize', account, amount: 1n, action: 1 },
  counterfactual: {
    phase: 'counterfactual',
    factory: account,
    ownerHash: hash,
    salt: hash,
    policy,
    box: account,
    owner,
    payer,
    accept: target,
    amount: 2n ** 256n - 1n,
    auth,
  },
  bind: { phase: 'bind', chainId: 5042002, account, owner, payer, until: 1_800_000_000, accept: target, auth },
} as const satisfies Record<string, CosignRequest>

/** The body of one request, to be spoilt. */
const body = (name: keyof typeof requests): Record<string, unknown> =>
  JSON.parse(JSON.stringify(encodeCosignRequest(requests[name])))

describe('encodeCosignRequest, decodeCosignRequest', () => {
  test.each(Object.entries(requests))('default: %s goes through JSON and comes back', (_, request) => {
    const text = JSON.stringify(encodeCosignRequest(request))
    expect(decodeCosignRequest(JSON.parse(text))).toStrictEqual(request)
  })

  test('default: on the wire', () => {
    expect(JSON.stringify(encodeCosignRequest(requests.authorize), undefined, 1)).toMatchInlineSnapshot(`
      "{
       "phase": "authorize",
       "account": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
       "amount": "1",
       "action": 0,
       "chainId": 84532,
       "owner": "0x52908400098527886E0F7030069857D2E4169EE7",
       "payer": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
       "auth": {
        "address": "0x52908400098527886E0F7030069857D2E4169EE7",
        "timestamp": 1790000000000,
        "signature": "0x1212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212"
       }
      }"
    `)
  })

  test('phase: a body without one asks to authorize', () => {
    const { phase: _, ...rest } = body('authorize')
    expect(decodeCosignRequest(rest)).toStrictEqual(requests.authorize)
  })

  test('behavior: what an authorize body claims of the box is dropped unread', () => {
    const claims = { target: 'anything', nonce: { toString: 1 }, remaining: -1, expiry: null, now: [] }
    expect(decodeCosignRequest({ ...body('authorize'), ...claims })).toStrictEqual(requests.authorize)
    for (const name of ['precheck', 'counterfactual', 'bind'] as const)
      expect(() => decodeCosignRequest({ ...body(name), nonce: '0' })).toThrow('/nonce is not a known key')
  })

  test('behavior: addresses come in any case, go out with their checksum', () => {
    const upper = `0x${owner.slice(2).toUpperCase()}`
    for (const form of [owner.toLowerCase(), upper])
      expect(decodeCosignRequest({ ...body('precheck'), owner: form })).toStrictEqual(requests.precheck)
    const lower = { ...requests.precheck, target: target.toLowerCase() as typeof target }
    expect(encodeCosignRequest(lower)).toStrictEqual(body('precheck'))
  })

  test('behavior: hex goes out in lower case', () => {
    const shouted = { ...requests.counterfactual, salt: `0x${'AB'.repeat(32)}` } as const
    expect(encodeCosignRequest(shouted)).toStrictEqual(body('counterfactual'))
  })

  test.each([
    ['precheck', { owner: undefined }, '/owner', 'required'],
    ['precheck', { account }, '/account', 'unknown_key'],
    ['precheck', { accept: account }, '/accept', 'unknown_key'],
    ['accepting', { accept: '0x12' }, '/accept', 'not_an_address'],
    ['precheck', { 'a/b~c': 1 }, '/a~1b~0c', 'unknown_key'],
    ['precheck', { target: target.replace('d9A1', 'D9A1') }, '/target', 'not_an_address'],
    ['precheck', { target: `0x${'0'.repeat(40)}` }, '/target', 'not_an_address'],
    ['precheck', { target: null }, '/target', 'not_an_address'],
    ['precheck', { amount: 5 }, '/amount', 'not_decimal'],
    ['precheck', { amount: '05' }, '/amount', 'not_decimal'],
    ['precheck', { amount: '-5' }, '/amount', 'not_decimal'],
    ['precheck', { amount: '5e3' }, '/amount', 'not_decimal'],
    ['precheck', { amount: '5.0' }, '/amount', 'not_decimal'],
    ['precheck', { amount: ' 5' }, '/amount', 'not_decimal'],
    ['precheck', { amount: '5\n' }, '/amount', 'not_decimal'],
    ['precheck', { amount: '٥' }, '/amount', 'not_decimal'],
    ['precheck', { amount: (2n ** 256n).toString() }, '/amount', 'out_of_range'],
    ['precheck', { chainId: '5042002' }, '/chainId', 'not_an_integer'],
    ['precheck', { chainId: 0 }, '/chainId', 'out_of_range'],
    ['precheck', { chainId: null }, '/chainId', 'not_an_integer'],
    ['precheck', { phase: 'Precheck' }, '/phase', 'not_one_of'],
    ['precheck', { phase: 'constructor' }, '/phase', 'not_one_of'],
    ['precheck', { phase: null }, '/phase', 'not_one_of'],
    ['authorize', { action: 2 }, '/action', 'not_one_of'],
    ['authorize', { action: '0' }, '/action', 'not_one_of'],
    ['authorize', { owner: undefined }, '/owner', 'required'],
    ['authorize', { auth: { ...auth, extra: 1 } }, '/auth/extra', 'unknown_key'],
    ['authorize', { auth: { ...auth, timestamp: '1' } }, '/auth/timestamp', 'not_an_integer'],
    ['authorize', { auth: { ...auth, signature: '0x12' } }, '/auth/signature', 'not_hex'],
    ['authorize', { auth: { ...auth, signature: `0x${'AB'.repeat(65)}` } }, '/auth/signature', 'not_hex'],
    ['authorize', { auth: [] }, '/auth', 'not_an_object'],
    ['counterfactual', { ownerHash: owner }, '/ownerHash', 'not_hex'],
    ['counterfactual', { policy: { ...policy, maxAmount: 5_000_000 } }, '/policy/maxAmount', 'not_decimal'],
    ['counterfactual', { policy: { ...policy, mode: 2 } }, '/policy/mode', 'not_one_of'],
    ['counterfactual', { policy: { ...policy, expiry: 2 ** 40 } }, '/policy/expiry', 'out_of_range'],
    ['counterfactual', { policy: { ...policy, interval: -1 } }, '/policy/interval', 'out_of_range'],
    ['counterfactual', { policy: { ...policy, owner } }, '/policy/owner', 'unknown_key'],
    ['bind', { auth: undefined }, '/auth', 'required'],
    ['bind', { until: '1800000000' }, '/until', 'not_an_integer'],
    ['bind', { action: 1 }, '/action', 'unknown_key'],
  ] as const)('error: %s with %o', (name, change, pointer, problem) => {
    const spoilt = { ...body(name), ...change }
    expect(() => decodeCosignRequest(spoilt)).toThrow(
      expect.objectContaining({ name: 'WireFormatError', pointer, problem }) as never,
    )
  })

  test('error: what is not an object at all', () => {
    for (const wrong of [null, undefined, 1, 'x', [], true])
      expect(() => decodeCosignRequest(wrong)).toThrow(WireFormatError)
  })

  test('error: nothing is written that could not be read again', () => {
    const wrong = [
      { ...requests.precheck, amount: -1n },
      { ...requests.precheck, amount: 1 },
      { ...requests.precheck, owner: '0x12' },
      { ...requests.authorize, nonce: 'x', surplus: 1 },
    ]
    for (const request of wrong) expect(() => encodeCosignRequest(request as never)).toThrow(WireFormatError)
  })

  test('error: the message names the field, never its value', () => {
    const secret = `0x${'5e'.repeat(40)}`
    try {
      decodeCosignRequest({ ...body('authorize'), auth: { ...auth, signature: secret } })
      expect.unreachable()
    } catch (error) {
      expect((error as WireFormatError).shortMessage).toBe(
        'The field /auth/signature is not lower-case hex of the expected length.',
      )
      expect(String(error)).not.toContain(secret)
    }
  })
})

describe('cosignAuthMessageOf', () => {
  const lines = (request: CosignRequest) => cosignAuthMessageOf(request, auth).split('\n').slice(1)

  test('precheck: a chain that is left out is written out', () => {
    expect(lines(requests.precheck)).toEqual([
      'chain: 5042002',
      `owner: ${owner.toLowerCase()}`,
      `target: ${target.toLowerCase()}`,
      'amount: 5000000',
      'ts: 1790000000000',
    ])
  })

  test('authorize: the box, not its target', () => {
    expect(lines(requests.authorize)).toEqual([
      'chain: 84532',
      `account: ${account.toLowerCase()}`,
      `owner: ${owner.toLowerCase()}`,
      `payer: ${payer.toLowerCase()}`,
      'amount: 1',
      'action: 0',
      'ts: 1790000000000',
    ])
  })

  test('counterfactual: the box and its target, always a payment', () => {
    expect(lines(requests.counterfactual)).toEqual([
      'chain: 5042002',
      `account: ${account.toLowerCase()}`,
      `owner: ${owner.toLowerCase()}`,
      `payer: ${payer.toLowerCase()}`,
      `target: ${target.toLowerCase()}`,
      `amount: ${2n ** 256n - 1n}`,
      'action: 0',
      `accept: ${target.toLowerCase()}`,
      'ts: 1790000000000',
    ])
  })

  test('bind: always a pull, and no amount', () => {
    expect(lines(requests.bind)).toEqual([
      'chain: 5042002',
      `account: ${account.toLowerCase()}`,
      `owner: ${owner.toLowerCase()}`,
      `payer: ${payer.toLowerCase()}`,
      'action: 1',
      'until: 1800000000',
      `accept: ${target.toLowerCase()}`,
      'ts: 1790000000000',
    ])
  })

  test('behavior: the owner is the signer', () => {
    const pull = cosignAuthMessageOf(requests.pull, { address: payer, timestamp: 1 })
    expect(pull).toContain(`owner: ${payer.toLowerCase()}\namount: 1\naction: 1\nts: 1`)
  })
})
