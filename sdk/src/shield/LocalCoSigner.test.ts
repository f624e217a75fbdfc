import { inspect } from 'node:util'
import { deployments, predictBoxAddress } from '@holdfast/contracts'
import type { Address, Hex } from 'viem'
import { recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../chain/constants.js'
import { tokenBySymbol, tokensFor } from '../chain/tokens.js'
import { ServiceError } from '../errors/base.js'
import { InvalidInputError } from '../errors/input.js'
import { cosignAuthMessage } from '../wire/cosignAuthMessage.js'
import { COSIGN_VETOES, type CosignVetoCode } from '../wire/cosignVetoes.js'
import type { AuthorizeRequest, CounterfactualRequest } from './coSigner.js'
import { withoutOwnPayer } from './internal/cosignRequests.js'
import { LocalCoSigner, type LocalCoSignerOptions, type RiskVerdict } from './LocalCoSigner.js'
import { ownerHash, vaultHash } from './ownerHash.js'
import { spendDigest } from './spendDigest.js'
import type { CounterfactualPolicy } from './types.js'

const key = generatePrivateKey()
const { address } = privateKeyToAccount(key)
const person = () => privateKeyToAccount(generatePrivateKey())
const owner = person()
const payer = person().address
const target = person().address
const account = person().address
const chainId = PRIMARY_CHAIN_ID
const nowSeconds = () => Math.floor(Date.now() / 1_000)

const safe: RiskVerdict = { level: 'safe', complete: true }
const trusting = (options: LocalCoSignerOptions = {}) => new LocalCoSigner(key, { riskCheck: () => safe, ...options })
const vetoed = (code: CosignVetoCode, riskReasons?: readonly string[]) => ({
  approved: false,
  code,
  reason: COSIGN_VETOES[code],
  ...(riskReasons && { riskReasons }),
})

const request = (): AuthorizeRequest => ({
  account,
  owner: owner.address,
  target,
  amount: 5_000_000n,
  action: 0,
  nonce: 3n,
  chainId,
  remaining: 5_000_000n,
  expiry: nowSeconds() + 60,
})

describe('authorize', () => {
  test('default: signs exactly the spend', async () => {
    const given = request()
    const result = await trusting().authorize(given)
    if (!result.approved) throw new Error(result.code)
    expect(await recoverAddress({ hash: spendDigest(given), signature: result.signature })).toBe(address)
    expect(result.signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
    // The same question has the same answer: a retry is safe.
    expect(await trusting().authorize(given)).toEqual(result)
  })

  test.each([
    ['s', 23n, /^0x[0-9a-f]{64}00/],
    ['r', 1_287n, /^0x00/],
  ])('behavior: %s that begins with zeros has 32 bytes all the same', async (_, spent, shape) => {
    const known: Hex = `0x${'23'.repeat(32)}`
    const box = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const given = {
      ...request(),
      account: box,
      target: '0x52908400098527886E0F7030069857D2E4169EE7',
      amount: spent,
    } as const
    const result = await new LocalCoSigner(known, { riskCheck: () => safe }).authorize(given)
    if (!result.approved) throw new Error(result.code)
    expect(result.signature).toMatch(shape)
    expect(result.signature).toBe(await privateKeyToAccount(known).sign({ hash: spendDigest(given) }))
  })

  test('behavior: the firewall is asked about the target, by the history that counts', async () => {
    const asked: unknown[] = []
    const cosigner = trusting({
      riskCheck: async (...question) => {
        asked.push(question)
        return safe
      },
    })
    await cosigner.authorize(request())
    await cosigner.authorize({ ...request(), payer })
    expect(asked).toEqual([
      [owner.address, target],
      [payer, target],
    ])
  })

  test.each<[string, Partial<AuthorizeRequest>, CosignVetoCode | 'approved']>([
    ['nothing', { amount: 0n }, 'over_limit'],
    ['less than nothing', { amount: -1n }, 'over_limit'],
    ['more than is left', { amount: 5_000_001n }, 'over_limit'],
    ['nothing left', { remaining: 0n }, 'over_limit'],
    ['an unknown rest', { remaining: undefined as never }, 'over_limit'],
    ['the last second', { expiry: 1_800_000_000, now: 1_800_000_000 }, 'approved'],
    ['a part of a second after it', { expiry: 1_800_000_000, now: 1_800_000_000.9 }, 'approved'],
    ['a second too late', { expiry: 1_800_000_000, now: 1_800_000_001 }, 'expired'],
    ['an unknown end', { expiry: Number.NaN }, 'expired'],
    ['an end in the past, by the clock here', { expiry: 1_700_000_000 }, 'expired'],
    ['a pull', { action: 1 }, 'approved'],
    ['a pull without an owner', { action: 1, owner: undefined }, 'owner_not_bound'],
  ])('behavior: %s', async (_, change, outcome) => {
    const result = await trusting().authorize({ ...request(), ...change })
    expect(result.approved ? 'approved' : result.code).toBe(outcome)
  })

  test.each<[string, Partial<AuthorizeRequest>]>([
    ['an invalid action', { action: 2 as never }],
    ['an invalid nonce', { nonce: -1n }],
    ['a nonce that is a number', { nonce: 1 as never }],
    ['a target with a wrong checksum', { target: '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853A91' }],
    ['an invalid box', { account: '0x12' }],
    ['no owner', { owner: undefined }],
    ['an invalid chain', { chainId: 0 }],
  ])('error: %s', async (_, change) => {
    await expect(trusting().authorize({ ...request(), ...change })).rejects.toBeInstanceOf(ServiceError)
  })
})

describe('the firewall', () => {
  const all = [
    (options: LocalCoSignerOptions) => new LocalCoSigner(key, options).precheck({ owner: payer, target, amount: 1n }),
    (options: LocalCoSignerOptions) => new LocalCoSigner(key, options).authorize(request()),
    (options: LocalCoSignerOptions) => new LocalCoSigner(key, options).authorizeCounterfactual(counterfactual()),
  ]
  const answers = async (options: LocalCoSignerOptions) => Promise.all(all.map((ask) => ask(options)))

  test('default: without one every target is vetoed', async () => {
    expect(await answers({})).toEqual(all.map(() => vetoed('risk_unavailable')))
  })

  test.each<[string, unknown]>([
    ['it knows nothing', null],
    ['it says nothing', undefined],
    ['it says nonsense', 'safe'],
    ['it has no level', { complete: true }],
    ['its level is unknown', { level: 'fine', complete: true }],
    ['it does not say whether it is complete', { level: 'safe' }],
    ['it is complete in its own way', { level: 'safe', complete: 'yes' }],
    ['its reasons are malformed', { level: 'safe', complete: true, reasons: [1] }],
    ['one of its reasons is', { level: 'safe', complete: true, reasons: ['NEW_ADDRESS', 1] }],
    ['its reasons are a text', { level: 'safe', complete: true, reasons: 'NEW_ADDRESS' }],
    ['it is not complete', { level: 'safe', complete: false }],
    ['it is not complete, and warns', { level: 'warning', complete: false }],
  ])('error: %s', async (_, verdict) => {
    expect(await answers({ riskCheck: async () => verdict as never })).toEqual(
      all.map(() => vetoed('risk_unavailable')),
    )
  })

  test('error: the check fails', async () => {
    const broken = [
      () => Promise.reject(new Error(key)),
      () => {
        throw new Error(key)
      },
    ]
    for (const riskCheck of broken)
      expect(await answers({ riskCheck })).toEqual(all.map(() => vetoed('risk_unavailable')))
  })

  test('error: the check does not answer within thirty seconds', async () => {
    vi.useFakeTimers()
    try {
      let isAsked = () => {}
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve
      })
      const riskCheck = () => {
        isAsked()
        return new Promise<null>(() => {})
      }
      const answer = new LocalCoSigner(key, { riskCheck }).precheck({ owner: payer, target, amount: 1n })
      await asked
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await answer).toEqual(vetoed('risk_unavailable'))
    } finally {
      vi.useRealTimers()
    }
  })

  test.each<[RiskVerdict, 'block' | 'warning', unknown]>([
    [{ level: 'safe', complete: true }, 'warning', true],
    [{ level: 'warning', complete: true, reasons: ['NEW_ADDRESS'] }, 'block', true],
    [
      { level: 'warning', complete: true, reasons: ['NEW_ADDRESS'] },
      'warning',
      vetoed('risk_blocked', ['NEW_ADDRESS']),
    ],
    [{ level: 'block', complete: true }, 'block', vetoed('risk_blocked')],
    [{ level: 'block', complete: true, reasons: [] }, 'block', vetoed('risk_blocked')],
    [
      { level: 'block', complete: true, reasons: ['LOOKALIKE_ADDRESS'] },
      'block',
      vetoed('risk_blocked', ['LOOKALIKE_ADDRESS']),
    ],
    [
      { level: 'block', complete: false, reasons: ['LOOKALIKE_ADDRESS', 'DATA_UNAVAILABLE'] },
      'block',
      vetoed('risk_blocked', ['LOOKALIKE_ADDRESS', 'DATA_UNAVAILABLE']),
    ],
    [
      { level: 'block', complete: false, reasons: ['DATA_UNAVAILABLE'] },
      'block',
      vetoed('risk_unavailable', ['DATA_UNAVAILABLE']),
    ],
    [
      { level: 'block', complete: false, reasons: ['DATA_UNAVAILABLE', 'NEW_ADDRESS'] },
      'block',
      vetoed('risk_unavailable', ['DATA_UNAVAILABLE', 'NEW_ADDRESS']),
    ],
    [
      { level: 'warning', complete: false, reasons: ['DATA_UNAVAILABLE'] },
      'warning',
      vetoed('risk_unavailable', ['DATA_UNAVAILABLE']),
    ],
  ])('behavior: %o, vetoing on %s', async (verdict, vetoOn, outcome) => {
    for (const answer of await answers({ riskCheck: () => verdict, vetoOn }))
      if (outcome === true) expect(answer).toMatchObject({ approved: true })
      else expect(answer).toEqual(outcome)
  })

  test('precheck: signs nothing', async () => {
    expect(await trusting().precheck({ owner: payer, target, amount: 1n })).toEqual({ approved: true })
  })
})

describe('the owner', () => {
  const bound = { ...request(), ownerHash: ownerHash(owner.address) }
  async function proven(given: AuthorizeRequest, signer = owner): Promise<AuthorizeRequest> {
    const timestamp = Date.now()
    const { amount, action } = given
    const message = cosignAuthMessage(owner.address, timestamp, { chain: chainId, account, payer, amount, action })
    return {
      ...given,
      payer,
      auth: { address: owner.address, timestamp, signature: await signer.signMessage({ message }) },
    }
  }

  test('ownerHash: a proof names the payer', async () => {
    const asked: Address[] = []
    const cosigner = trusting({
      riskCheck: (owner) => {
        asked.push(owner)
        return safe
      },
    })
    expect(await cosigner.authorize(await proven(bound))).toMatchObject({ approved: true })
    expect(asked).toEqual([payer])
  })

  test('ownerHash: without a proof, with a stranger’s, and for another owner', async () => {
    const stranger = person()
    for (const given of [
      bound,
      { ...bound, payer },
      await proven(bound, stranger),
      { ...(await proven(bound)), amount: 1n },
      { ...(await proven(bound)), owner: stranger.address },
      { ...bound, ownerHash: ownerHash(stranger.address) },
    ])
      expect(await trusting().authorize(given)).toEqual(vetoed('owner_not_bound'))
  })

  test('ownerFacts: what is known lets an owner ask directly, and a merchant pull', async () => {
    const ownerFacts = async () => ({
      announcements: { complete: true, namesOwner: false },
      history: { complete: true, hasPaid: true },
      standing: { payer, until: nowSeconds() + 60, timestamp: Date.now() },
    })
    expect(await trusting({ ownerFacts }).authorize(bound)).toMatchObject({ approved: true })
    expect(await trusting({ ownerFacts }).authorize({ ...bound, action: 1 })).toMatchObject({ approved: true })
    const asked: unknown[] = []
    const cosigner = trusting({
      ownerFacts: (box) => {
        asked.push(box)
        return ownerFacts()
      },
    })
    await cosigner.authorize(bound)
    const given = counterfactual()
    await cosigner.authorizeCounterfactual(given)
    expect(asked).toEqual([account, given.box].map((box) => ({ chainId, account: box, owner: owner.address })))
    const broken = () => Promise.reject(new Error('index down'))
    expect(await trusting({ ownerFacts: broken }).authorize(bound)).toEqual(vetoed('owner_not_bound'))
  })
})

const { spendPolicyFactory: factory, spendPolicyAccountImpl: implementation } = deployments[PRIMARY_CHAIN_ID]
const salt: Hex = `0x${'07'.repeat(32)}`

function counterfactual(change: Partial<CounterfactualPolicy> = {}): CounterfactualRequest {
  const policy: CounterfactualPolicy = {
    token: tokenBySymbol('USDC')?.address as Address,
    cosigner: address,
    vaultHash: vaultHash(owner.address),
    target,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry: 2_000_000_000,
    interval: 0,
    mode: 0,
    ...change,
  }
  const terms = {
    ownerHash: ownerHash(owner.address),
    salt,
    policy: { ...policy, maxAmount: BigInt(policy.maxAmount), perPullMax: BigInt(policy.perPullMax) },
  }
  return {
    factory,
    ownerHash: terms.ownerHash,
    salt,
    policy,
    box: predictBoxAddress({ address: factory, implementation }, terms),
    owner: owner.address,
    amount: 5_000_000n,
    chainId,
  }
}

test('an owner named as the payer is left out, unless a proof has signed it', () => {
  const { account: box, amount, action, target: to } = request()
  const fields = { account: box, owner: owner.address, amount, action }
  const asked = { phase: 'authorize', ...fields, payer: owner.address } as const
  expect(withoutOwnPayer(asked)).toEqual({ phase: 'authorize', ...fields })
  const others = [
    { ...asked, payer },
    { ...asked, auth: { address: owner.address, timestamp: 1, signature: '0x12' } },
    { phase: 'precheck', owner: owner.address, payer: owner.address, target: to, amount: 1n },
  ] as const
  for (const one of others) expect(withoutOwnPayer(one as typeof asked)).toBe(one)
})

test('error: parts of a request that are malformed, by name', async () => {
  const signer = trusting()
  for (const amounts of [{ amount: 5 }, { remaining: 5_000_000 }, { amount: 5, remaining: 5 }])
    expect(await signer.authorize({ ...request(), ...(amounts as object) })).toEqual(vetoed('over_limit'))
  for (const nonce of [-1n, 2n ** 256n, 3 as never, Symbol('three') as never])
    await expect(signer.authorize({ ...request(), nonce })).rejects.toMatchObject({
      parameter: 'nonce',
      shortMessage: `The nonce ${String(nonce)} is out of range.`,
    })
  for (const zero of [`0x${'0'.repeat(40)}`, '0x12'] as const) {
    const asked = { owner: owner.address, target, amount: 1n }
    await expect(signer.precheck({ ...asked, target: zero })).rejects.toMatchObject({ parameter: 'target' })
    await expect(signer.precheck({ ...asked, owner: zero })).rejects.toMatchObject({ parameter: 'owner' })
    expect(() => ownerHash(zero)).toThrow(expect.objectContaining({ parameter: 'owner' }))
    expect(() => vaultHash(zero)).toThrow(expect.objectContaining({ parameter: 'vault' }))
  }
})

describe('authorizeCounterfactual', () => {
  test('error: nothing to pay', async () => {
    for (const amount of [0n, -1n])
      expect(await trusting().authorizeCounterfactual({ ...counterfactual(), amount })).toEqual(vetoed('over_limit'))
  })

  test('default: signs the first payment of the box', async () => {
    const given = counterfactual()
    const result = await trusting().authorizeCounterfactual(given)
    if (!result.approved) throw new Error(result.code)
    const spend = { account: given.box, chainId, target, amount: given.amount, nonce: 0n, action: 0 } as const
    expect(await recoverAddress({ hash: spendDigest(spend), signature: result.signature })).toBe(address)
  })

  test.each<[string, () => CounterfactualRequest, CosignVetoCode]>([
    ['another box', () => ({ ...counterfactual(), box: account }), 'unknown_account'],
    ['another salt', () => ({ ...counterfactual(), salt: `0x${'08'.repeat(32)}` }), 'unknown_account'],
    ['another owner hash', () => ({ ...counterfactual(), ownerHash: ownerHash(payer) }), 'unknown_account'],
    ['an unknown factory', () => ({ ...counterfactual(), factory: account }), 'unknown_account'],
    ['an unknown chain', () => ({ ...counterfactual(), chainId: 1 }), 'unknown_account'],
    [
      'a policy that was changed afterwards',
      () => ({ ...counterfactual(), policy: { ...counterfactual().policy, target: account } }),
      'unknown_account',
    ],
    ['another co-signer', () => counterfactual({ cosigner: account }), 'foreign_cosigner'],
    ['an unknown token', () => counterfactual({ token: account }), 'token_not_allowed'],
    [
      'a token with an allowlist',
      () => counterfactual({ token: tokensFor(chainId).find(({ allowlisted }) => allowlisted)?.address as Address }),
      'token_not_allowed',
    ],
    ['another owner', () => ({ ...counterfactual(), owner: payer }), 'owner_not_bound'],
    ['a box that is pulled from', () => counterfactual({ mode: 1, interval: 60 }), 'mode_mismatch'],
    ['more than the cap', () => ({ ...counterfactual(), amount: 5_000_001n }), 'over_limit'],
    ['nothing', () => ({ ...counterfactual(), amount: 0n }), 'over_limit'],
    ['less than nothing', () => ({ ...counterfactual(), amount: -1n }), 'over_limit'],
    ['the past', () => counterfactual({ expiry: 1_700_000_000 }), 'expired'],
  ])('error: %s', async (_, make, code) => {
    expect(await trusting().authorizeCounterfactual(make())).toEqual(vetoed(code))
  })

  test('behavior: the raw cap of one pull is part of the address', async () => {
    const given = counterfactual()
    const other = { ...given, policy: { ...given.policy, perPullMax: '5000000' } }
    expect(await trusting().authorizeCounterfactual(other)).toEqual(vetoed('unknown_account'))
  })

  test('auth: a proof that is offered must hold', async () => {
    const given = { ...counterfactual(), payer }
    const timestamp = Date.now()
    const scope = { chain: chainId, account: given.box, payer, target, amount: given.amount, action: 0 } as const
    const message = cosignAuthMessage(owner.address, timestamp, scope)
    const auth = { address: owner.address, timestamp, signature: await owner.signMessage({ message }) }
    expect(await trusting().authorizeCounterfactual({ ...given, auth })).toMatchObject({ approved: true })
    expect(await trusting().authorizeCounterfactual({ ...given, auth, payer: account })).toEqual(
      vetoed('owner_not_bound'),
    )
  })

  test('ownerFacts: where others ask too, knowing the owner is not enough', async () => {
    const facts = (namesOwner: boolean) => async () => ({
      announcements: { complete: true, namesOwner },
      history: { complete: true, hasPaid: true },
    })
    const ask = (ownerFacts: LocalCoSignerOptions['ownerFacts']) =>
      trusting({ ownerFacts }).authorizeCounterfactual(counterfactual())
    expect(await ask(facts(false))).toMatchObject({ approved: true })
    expect(await ask(facts(true))).toEqual(vetoed('owner_not_bound'))
    expect(await ask(async () => ({}))).toEqual(vetoed('owner_not_bound'))
  })

  test.each<[string, Partial<CounterfactualPolicy>]>([
    ['an amount with a sign', { maxAmount: '+5' }],
    ['an amount that is a number', { maxAmount: 5 as never }],
    ['an expiry that no box can hold', { expiry: 2 ** 40 }],
  ])('error: a policy with %s', async (_, change) => {
    const given = counterfactual()
    const wrong = { ...given, policy: { ...given.policy, ...change } }
    await expect(trusting().authorizeCounterfactual(wrong)).rejects.toBeInstanceOf(ServiceError)
  })
})

describe('the key', () => {
  const digits = key.slice(2)

  test('behavior: it is in nothing that can be printed, listed or copied', async () => {
    const cosigner = trusting()
    expect(cosigner.address).toBe(address)
    const printed = [
      JSON.stringify(cosigner),
      inspect(cosigner, { depth: 10, showHidden: true, getters: true }),
      `${cosigner}`,
      Object.getOwnPropertyNames(cosigner).join(),
      JSON.stringify({ ...cosigner }),
    ].join('\n')
    expect(printed.toLowerCase()).not.toContain(digits)
    const { 0: first, 1: second } = Buffer.from(digits, 'hex')
    expect(printed).not.toContain(`${first},${second}`)
    expect(printed).not.toContain(`${first}, ${second}`)
  })

  test('error: no key, and the message does not repeat it', () => {
    const wrong = [
      digits,
      `${key}00`,
      '0x01',
      `0x${'0'.repeat(64)}`,
      `0x${'f'.repeat(64)}`,
      `${key.slice(0, 65)}g`,
      undefined,
      7,
    ]
    for (const value of wrong)
      try {
        new LocalCoSigner(value as Hex)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
        expect(error).toMatchObject({
          parameter: 'privateKey',
          shortMessage: 'The private key of the co-signer is not 32 bytes of hex in range.',
        })
        expect(inspect(error)).not.toContain(digits.slice(0, 16))
      }
  })
})
