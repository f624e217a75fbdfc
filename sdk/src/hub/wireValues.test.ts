import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import { createPublicClient, createWalletClient, custom, type Hex } from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HUB_CHAIN_NAMES } from '../chain/bridgeChains.js'
import type { WriteClient } from '../chain/clients.js'
import { clearIssuerState } from '../chain/issuerApi/pace.js'
import { DEPOSIT_CONFIRMATION_SECONDS } from './constants.js'
import { quoteHubSpend } from './quoteHubSpend.js'
import { resumeHubSpend } from './resumeHubSpend.js'
import { spendFromHub } from './spendFromHub.js'
import type { SignedHubSpend } from './types.js'

const { estimate_forwarded, transfer_forwarded, status_finalized } = vectors.gateway
const published = transfer_forwarded.request.body
const { maxFee, maxBlockHeight } = published[0]?.burnIntent ?? {}

/** Account 0 of the well-known development mnemonic, who signed the vectors. */
const user = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** The issuer as the examples have it, except that it wants an intent without an end, as the published one is. */
const answers: readonly [string, number, string][] = [
  [
    '/v1/estimate',
    200,
    JSON.stringify(estimate_forwarded.body).replace(
      '"maxBlockHeight":"54485435"',
      `"maxBlockHeight":"${maxBlockHeight}"`,
    ),
  ],
  ['/v1/transfer?', 201, JSON.stringify(transfer_forwarded.body)],
  ['/v1/transfer/', 200, JSON.stringify(status_finalized.body)],
]

/** The bytes of each request, by path. */
let sent: Record<string, string>
beforeEach(() => {
  sent = {}
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array.fill(0x11)
    return array
  })
})
afterEach(() => void vi.restoreAllMocks())

const fetchImpl: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input))
  const [, status, body] = answers.find(([path]) => (pathname + search).startsWith(path)) ?? ['', 404, '{}']
  if (typeof init?.body === 'string') sent[pathname + search] = init.body
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
}

const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 1_000_000n } as const

async function spend(account: LocalAccount | Hex, request = (_: readonly unknown[]): unknown => undefined) {
  const intents: SignedHubSpend[] = []
  const walletClient = createWalletClient({
    account,
    transport: custom({ request: async ({ params }) => request(params) }, { retryCount: 0 }),
  }) as WriteClient
  const result = await spendFromHub(
    { walletClient },
    {
      skipRiskCheck: true,
      ...route,
      maxFee: BigInt(maxFee ?? 0),
      fetchImpl,
      onIntent: (signed) => intents.push(signed),
    },
  )
  return { result, intents }
}

test('a spend is the published request, signature and all', async () => {
  const { result, intents } = await spend(user)
  const body = sent['/v1/transfer?enableForwarder=true'] ?? ''
  expect(JSON.parse(body)).toEqual(published)
  expect(intents).toEqual([
    { request: body, quotedFee: '56724', transferSpecHash: vectors.testVectors.gateway.transferSpecHash },
  ])
  expect(JSON.parse(sent['/v1/estimate?enableForwarder=true'] ?? '')).toEqual(estimate_forwarded.request.body)
  expect(result).toEqual({
    transferId: transfer_forwarded.body.transferId,
    mintTxHash: status_finalized.body.transactionHash,
    quote: { quotedFee: 56_724n, maxFee: 100_000n, maxBlockHeight: 2n ** 256n - 1n, total: 1_100_000n },
  })
})

test.each<[string, string, boolean]>([
  ['all that it needs', '1.056724', true],
  ['a unit less', '1.056723', false],
])('a balance of %s', async (_, balance, isEnough) => {
  clearIssuerState()
  const withBalance: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/v1/balances')) return fetchImpl(input, init)
    const entry = { domain: 26, depositor: user.address, balance }
    return new Response(JSON.stringify({ token: 'USDC', balances: [entry] }))
  }
  const walletClient = createWalletClient({ account: user, transport: custom({ request: async () => undefined }) })
  const spent = spendFromHub({ walletClient }, { skipRiskCheck: true, ...route, fetchImpl: withBalance })
  if (isEnough) expect(await spent).toMatchObject({ transferId: transfer_forwarded.body.transferId })
  else
    await expect(spent).rejects.toMatchObject({
      name: 'HubRefusedError',
      code: 'insufficient_balance',
      required: 1_056_724n,
      available: 1_056_723n,
    })
  expect('/v1/transfer?enableForwarder=true' in sent).toBe(isEnough)
})

test('a balance that is not told within three seconds does not hold a spend up', async () => {
  clearIssuerState()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const walletClient = createWalletClient({ account: user, transport: custom({ request: async () => undefined }) })
    const silent: typeof fetch = (input, init) =>
      String(input).endsWith('/v1/balances') ? new Promise(() => {}) : fetchImpl(input, init)
    let result: unknown
    const spent = spendFromHub({ walletClient }, { skipRiskCheck: true, ...route, fetchImpl: silent })
    void spent.then((value) => {
      result = value
    })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(result).toBeUndefined()
    for (let step = 0; step < 50 && result === undefined; step++) await vi.advanceTimersByTimeAsync(100)
    expect(result).toMatchObject({ transferId: transfer_forwarded.body.transferId })
  } finally {
    vi.useRealTimers()
  }
})

test('a quote above the ceiling that the caller sets is refused before a signature', async () => {
  const walletClient = createWalletClient({ account: user, transport: custom({ request: async () => undefined }) })
  const spend = (limit: bigint) =>
    spendFromHub({ walletClient }, { skipRiskCheck: true, ...route, maxFee: limit, fetchImpl })
  await expect(spend(56_723n)).rejects.toMatchObject({
    code: 'insufficient_fee',
    required: 56_724n,
    available: 56_723n,
  })
  expect('/v1/transfer?enableForwarder=true' in sent).toBe(false)
  expect(await spend(56_724n)).toMatchObject({ quote: { maxFee: 56_724n } })
})

describe('a ceiling that the issuer finds too low', () => {
  const short = 'Insufficient total maxFee across intents. Required additional: 0.000034'
  const ask = async (refusals: number, limit?: bigint) => {
    clearIssuerState()
    const [ceilings, steps, ids, intents]: [string[], string[], string[], SignedHubSpend[]] = [[], [], [], []]
    let lookedUp = 0
    const raising: typeof fetch = async (input, init) => {
      if (String(input).includes('/v1/transferSpec/')) lookedUp += 1
      if (!String(input).includes('/v1/transfer?')) return fetchImpl(input, init)
      ceilings.push(JSON.parse(String(init?.body))[0].burnIntent.maxFee)
      if (ceilings.length > refusals) return fetchImpl(input, init)
      return new Response(JSON.stringify({ success: false, message: short }), { status: 400 })
    }
    const walletClient = createWalletClient({ account: user, transport: custom({ request: async () => undefined }) })
    const spent = await spendFromHub(
      { walletClient },
      {
        skipRiskCheck: true,
        ...route,
        maxFee: limit,
        fetchImpl: raising,
        onStep: (step) => steps.push(step),
        onIntent: (signed) => intents.push(signed),
        onTransferId: (id) => ids.push(id),
      },
    ).catch((error: unknown) => error)
    return { spent, ceilings, steps, ids, intents, lookedUp }
  }

  test('is raised by what it asks for', async () => {
    const { spent, ceilings, steps, ids, intents } = await ask(1)
    expect(spent).toMatchObject({ quote: { quotedFee: 56_724n, maxFee: 113_482n, total: 1_113_482n } })
    expect(ceilings).toEqual(['113448', '113482'])
    expect(steps).toEqual(['quote', 'sign', 'transfer', 'sign', 'transfer', 'mint'])
    expect(ids).toEqual([transfer_forwarded.body.transferId])
    expect(intents.map(({ request }) => JSON.parse(request)[0].burnIntent.maxFee)).toEqual(ceilings)
  })

  test.each([
    ['once', 2, undefined, 2],
    ['not above the limit of the caller', 1, 113_481n, 1],
    ['not where nothing is refused', 0, undefined, 1],
    ['not to a limit that is higher', 0, 113_449n, 1],
  ])('is raised %s', async (_, refusals, limit, times) => {
    const { spent, ceilings, lookedUp } = await ask(refusals, limit)
    if (refusals > 0) expect(spent).toMatchObject({ name: 'HubRefusedError', code: 'insufficient_fee' })
    expect(ceilings[0]).toBe('113448')
    // Only a repeat may have been taken by an earlier request.
    expect(lookedUp).toBe(times - 1)
    expect(ceilings).toHaveLength(times)
  })
})

test('resumeHubSpend: goes on from what was handed out, and from nothing else', async () => {
  const { result, intents } = await spend(user)
  const [signed] = intents as [SignedHubSpend]
  const steps: string[] = []
  expect(await resumeHubSpend(signed, { fetchImpl, onStep: (step) => steps.push(step) })).toEqual(result)
  expect(steps).toEqual(['transfer', 'mint'])
  const rewritten = (change: (text: string) => string) => ({ ...signed, request: change(signed.request) })
  const byContract = rewritten((text) =>
    text.replace(/"signature":"0x\w+"/, '"signature":"0x1234","contractSigner":true'),
  )
  expect(await resumeHubSpend(byContract, { fetchImpl })).toEqual(result)

  const never: typeof fetch = () => expect.unreachable()
  for (const wrong of [
    rewritten(() => 'x'),
    rewritten(() => '[]'),
    rewritten((text) => `${text} `),
    rewritten((text) => text.replace('"1000000"', '"1000001"')),
    rewritten((text) => text.replace(/"signature":"0x\w\w/, '"signature":"0x')),
    rewritten((text) => text.replace(/"signature":"0x\w\w/, '"signature":"0xzz')),
    { ...signed, quotedFee: '-1' },
    { ...signed, transferSpecHash: `0x${'ab'.repeat(32)}` as const },
  ])
    await expect(resumeHubSpend(wrong, { fetchImpl: never })).rejects.toMatchObject({
      parameter: 'signed',
      shortMessage: 'The `signed` spend is not one that `onIntent` has handed out.',
    })
  const refusing = async () => new Response(JSON.stringify({ message: 'Signer is not authorized' }), { status: 400 })
  const refused = resumeHubSpend(signed, {
    fetchImpl: async (input, init) => (init?.body ? refusing() : fetchImpl(input, init)),
  })
  await expect(refused).rejects.toMatchObject({ name: 'HubRefusedError', code: 'not_authorized' })
  // It was taken before.
  const taken: typeof fetch = async (_, init) => (init?.body ? refusing() : new Response('{"version":1}'))
  await expect(resumeHubSpend(signed, { fetchImpl: taken })).rejects.toMatchObject({ name: 'HubTransferIdLostError' })
})

describe('what a wallet signs', () => {
  const stranger = `0x${'11'.repeat(64)}1b`
  const spendBy = (request: () => Promise<unknown>, accepts: boolean) => {
    const sourceClient = createPublicClient({
      transport: custom({ request: async () => (accepts ? `0x1626ba7e${'0'.repeat(56)}` : `0x${'0'.repeat(64)}`) }),
    })
    // A transport that would ask again.
    const walletClient = createWalletClient({ account: user.address, transport: custom({ request }) })
    return spendFromHub({ walletClient }, { skipRiskCheck: true, ...route, fetchImpl, sourceClient })
  }

  test('a signature that the code of the account accepts is handed in as that of a contract', async () => {
    await spendBy(async () => stranger, true)
    expect(JSON.parse(sent['/v1/transfer?enableForwarder=true'] ?? '')).toMatchObject([
      { signature: stranger, contractSigner: true },
    ])
  })

  test.each<[string, () => Promise<unknown>, boolean, object]>([
    [
      'of another key',
      async () => stranger,
      false,
      { shortMessage: /while signing a spend of the Hub: the signature is not by this account/ },
    ],
    ['of no bytes', async () => '0x', true, { shortMessage: /the signature is not by this account/ }],
    [
      'that fails',
      () => Promise.reject(new Error('locked')),
      true,
      { shortMessage: /while signing a spend of the Hub: .*locked/s },
    ],
    [
      'that is declined',
      () => Promise.reject(Object.assign(new Error('No.'), { code: 4001 })),
      true,
      { name: 'SignatureDeclinedError' },
    ],
  ])('error: a signature %s, asked for once', async (_, answer, accepts, refusal) => {
    const request = vi.fn(answer)
    const { name, shortMessage } = { name: 'SignatureUnusableError', shortMessage: /./, ...refusal }
    await expect(spendBy(request, accepts)).rejects.toMatchObject({
      name,
      shortMessage: expect.stringMatching(shortMessage),
    })
    expect(request).toHaveBeenCalledTimes(1)
    expect('/v1/transfer?enableForwarder=true' in sent).toBe(false)
  })
})

describe('behavior: prototypes that another program has patched', () => {
  /** What a browser extension or an old library does, and worse. */
  const patches: [string, object, (this: unknown) => unknown][] = [
    [
      'BigInt',
      BigInt.prototype,
      function () {
        return `${this}n`
      },
    ],
    ['Array', Array.prototype, () => 'an array'],
    ['Object', Object.prototype, () => 'an object'],
    ['String', String.prototype, () => 'a text'],
    ['Number', Number.prototype, () => 'a number'],
  ]

  async function patched<result>(which: typeof patches, run: () => Promise<result>): Promise<result> {
    for (const [, prototype, toJSON] of which)
      Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true, writable: true })
    try {
      return await run()
    } finally {
      for (const [, prototype] of which) delete (prototype as { toJSON?: unknown }).toJSON
    }
  }

  const cases: [string, typeof patches][] = [
    ...patches.map((patch): [string, typeof patches] => [patch[0], [patch]]),
    ['all of them', patches],
  ]

  test.each(cases)('%s: what is sent and stored stays the same, byte for byte', async (_, which) => {
    const plain = { ...(await spend(user)), sent }
    sent = {}
    const { intents, result } = await patched(which, () => spend(user))
    expect(Object.keys(sent).sort()).toEqual([
      '/v1/balances',
      '/v1/estimate?enableForwarder=true',
      '/v1/transfer?enableForwarder=true',
    ])
    expect({ intents, result, sent }).toEqual(plain)
  })

  test.each(cases)('%s: what a wallet is asked to sign stays the same', async (_, which) => {
    const asked: unknown[] = []
    const wallet = (params: readonly unknown[]) => {
      asked.push(params[1])
      return published[0]?.signature
    }
    await spend(user.address, wallet)
    await patched(which, () => spend(user.address, wallet))
    expect(asked).toHaveLength(2)
    expect(asked[1]).toBe(asked[0])
    expect(JSON.parse(String(asked[0]))).toMatchObject({ primaryType: 'BurnIntent', message: published[0]?.burnIntent })
  })

  test('the proof that the patches would have told: they change what JSON.stringify says', async () => {
    for (const [, which] of cases.slice(0, 3)) {
      const value = { amount: which[0]?.[0] === 'BigInt' ? 1n : '1', list: ['1'] }
      expect(await patched(which, async () => JSON.stringify(value))).not.toBe('{"amount":"1","list":["1"]}')
    }
  })
})

test('the echoed spec is never signed: a lie in it changes nothing', async () => {
  const lying: typeof fetch = async (input, init) => {
    const response = await fetchImpl(input, init)
    const text = (await response.text())
      .replaceAll('"value":"1000000"', '"value":"9000000"')
      .replaceAll('036cbd', '666666')
    return new Response(text, { status: response.status })
  }
  await spendFromHub(
    { walletClient: createWalletClient({ account: user, transport: custom({ request: async () => undefined }) }) },
    { skipRiskCheck: true, ...route, maxFee: BigInt(maxFee ?? 0), fetchImpl: lying },
  )
  expect(JSON.parse(sent['/v1/transfer?enableForwarder=true'] ?? '')).toEqual(published)
})

test('wallets that write v as 0 or 1 are understood', async () => {
  const signature = published[0]?.signature ?? ''
  await spend(user.address, () => `${signature.slice(0, -2)}00`)
  expect(JSON.parse(sent['/v1/transfer?enableForwarder=true'] ?? '')).toEqual(published)
})

describe('behavior: a quote without what it takes', () => {
  const quoteWith = (change: (text: string) => string) =>
    quoteHubSpend({
      ...route,
      depositor: user.address,
      fetchImpl: async (input, init) => new Response(change(await (await fetchImpl(input, init)).text())),
    })

  test('no forwarding fee: refused, since no one would mint', async () => {
    const without = quoteWith((text) => text.replace(/,"forwardingFee":"[\d.]+"/, ''))
    await expect(without).rejects.toMatchObject({ name: 'HubRefusedError', code: 'not_forwarded' })
  })

  test.each(['"maxFee"', '"maxBlockHeight"', '"total"', '"baseFee"', '"fees"', '"body"'])(
    'no %s: no answer at all',
    async (field) => {
      const without = quoteWith((text) => text.replace(field, '"other"'))
      await expect(without).rejects.toMatchObject({ name: 'IssuerUnavailableError', reason: 'garbled' })
    },
  )

  test('numbers instead of texts: taken for what they say', async () => {
    const quote = await quoteWith((text) =>
      text.replace('"maxFee":"56724"', '"maxFee":56724').replace('"0.0035"', '0.0035'),
    )
    expect(quote).toMatchObject({ quotedFee: 56_724n, maxFee: 113_448n, total: 1_113_448n })
  })
})

test('the chains of the Hub, and how long their deposits take', () => {
  const known = vectors.bridgeChains.filter(({ hub }) => hub)
  expect([...HUB_CHAIN_NAMES].sort()).toEqual(known.map(({ key }) => key).sort())
  expect(DEPOSIT_CONFIRMATION_SECONDS).toEqual(
    Object.fromEntries(known.map(({ key, hubDepositSeconds }) => [key, hubDepositSeconds])),
  )
})
