import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  type CosignAuthorize,
  type CosignCounterfactual,
  cosignAuthMessageOf,
  decodeCosignRequest,
  encodeCosignRequest,
} from '../wire/cosignRequest.js'
import { COSIGN_VETOES } from '../wire/cosignVetoes.js'
import { bindOwner, type OwnerFacts } from './bindOwner.js'
import { ownerHash } from './ownerHash.js'

type Signer = ReturnType<typeof privateKeyToAccount>
type Request = CosignAuthorize | CosignCounterfactual

const person = () => privateKeyToAccount(generatePrivateKey())
const owner = person()
const payer = person().address
const stranger = person()
const target = person()
const account = person().address
const otherAddress = person().address
const nowMs = 1_790_000_000_000

const pay: CosignAuthorize = {
  phase: 'authorize',
  chainId: 5042002,
  account,
  owner: owner.address,
  payer,
  amount: 5_000_000n,
  action: 0,
}
const pull: CosignAuthorize = { ...pay, action: 1 }
const counterfactual: CosignCounterfactual = {
  phase: 'counterfactual',
  chainId: 5042002,
  factory: person().address,
  ownerHash: ownerHash(owner.address),
  salt: `0x${'07'.repeat(32)}`,
  policy: {
    token: person().address,
    cosigner: person().address,
    vaultHash: ownerHash(owner.address),
    target: target.address,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry: 1_800_000_000,
    interval: 0,
    mode: 0,
  },
  box: account,
  owner: owner.address,
  payer,
  amount: 5_000_000n,
}

const facts: OwnerFacts = { ownerHash: ownerHash(owner.address), nowMs }
const standing = { payer: otherAddress, until: nowMs / 1_000 + 3_600, timestamp: nowMs - 60_000 }
const known = {
  announcements: { complete: true, namesOwner: false },
  history: { complete: true, hasPaid: true },
} satisfies Partial<OwnerFacts>
const vetoed = {
  bound: false,
  veto: { approved: false, code: 'owner_not_bound', reason: COSIGN_VETOES.owner_not_bound },
}

async function signed<request extends Request>(
  request: request,
  { signer = owner, timestamp = nowMs, ...named }: { signer?: Signer; timestamp?: number; address?: Address } = {},
): Promise<request> {
  const { address = signer.address } = named
  const signature = await signer.signMessage({ message: cosignAuthMessageOf(request, { address, timestamp }) })
  return { ...request, auth: { address, timestamp, signature } }
}

const direct = ({ payer: _, ...request }: Request): Request => request as Request
const three = [
  ['a payment', pay],
  ['a pull', pull],
  ['the payment of a box that does not exist yet', counterfactual],
] as const satisfies readonly (readonly [string, Request])[]

describe('proof', () => {
  test.each(three)('default: %s, proven by its owner', async (_, request) => {
    expect(bindOwner(await signed(request), facts)).toEqual({ bound: true, payer, by: 'proof' })
  })

  test.each(three)('behavior: %s, as it comes over the wire', async (_, request) => {
    const text = JSON.stringify(encodeCosignRequest(await signed(request)))
    const received = decodeCosignRequest(JSON.parse(text)) as Request
    expect(bindOwner(received, facts)).toEqual({ bound: true, payer, by: 'proof' })
  })

  test('behavior: a chain that is left out is the primary one, on both sides', async () => {
    const { chainId: _, ...request } = await signed(pay)
    expect(bindOwner(request, facts)).toMatchObject({ bound: true })
    expect(bindOwner({ ...request, chainId: 84532 }, facts)).toEqual(vetoed)
  })

  test.each([-120_000, -1, 0, 1, 120_000])('behavior: fresh when made %s ms away', async (away) => {
    expect(bindOwner(await signed(pay, { timestamp: nowMs + away }), facts)).toMatchObject({ bound: true, by: 'proof' })
  })

  test.each([-120_001, 120_001, -86_400_000, 86_400_000])('error: made %s ms away', async (away) => {
    expect(bindOwner(await signed(pay, { timestamp: nowMs + away }), facts)).toEqual(vetoed)
  })

  test('error: an invalid time', async () => {
    const request = await signed(pay)
    for (const timestamp of [Number.NaN, nowMs + 0.5, Number.POSITIVE_INFINITY, -1, '1790000000000' as never])
      expect(bindOwner({ ...request, auth: { ...required(request.auth), timestamp } }, facts)).toEqual(vetoed)
    expect(bindOwner(request, { ...facts, nowMs: Number.NaN })).toEqual(vetoed)
    // Also where the clock here is at its beginning.
    for (const timestamp of [0, -1])
      expect(bindOwner({ ...request, auth: { ...required(request.auth), timestamp } }, { ...facts, nowMs: 0 })).toEqual(
        vetoed,
      )
  })

  test.each(three)('error: %s, signed by another key', async (_, request) => {
    for (const signer of [stranger, target])
      for (const address of [signer.address, owner.address])
        expect(bindOwner(await signed(request, { signer, address }), facts)).toEqual(vetoed)
  })

  test('error: a stranger claims to be the owner', async () => {
    const request = await signed({ ...pay, owner: stranger.address }, { signer: stranger })
    expect(bindOwner(request, { ...facts, ...known })).toEqual(vetoed)
  })

  test.each<[string, Request, Partial<CosignAuthorize> & Partial<CosignCounterfactual>]>([
    ['a bigger amount', pay, { amount: 5_000_001n }],
    ['another box', pay, { account: otherAddress }],
    ['a pull instead of a payment', pay, { action: 1 }],
    ['a payment instead of a pull', pull, { action: 0 }],
    ['another chain', pay, { chainId: 84532 }],
    ['another payer', pay, { payer: otherAddress }],
    ['its own payer', pay, { payer: target.address }],
    ['another box that does not exist', counterfactual, { box: otherAddress }],
    ['another amount', counterfactual, { amount: 1n }],
    ['another target', counterfactual, { policy: { ...counterfactual.policy, target: otherAddress } }],
    ['another payer', counterfactual, { payer: otherAddress }],
  ])('error: a captured signature, used for %s', async (_, request, change) => {
    expect(bindOwner({ ...(await signed(request)), ...change } as Request, facts)).toEqual(vetoed)
  })

  test('error: a captured signature, moved between a box and one that does not exist', async () => {
    const { auth } = await signed(counterfactual)
    expect(bindOwner({ ...pay, auth }, facts)).toEqual(vetoed)
    expect(bindOwner({ ...counterfactual, auth: (await signed(pay)).auth }, facts)).toEqual(vetoed)
  })

  test.each(three)('behavior: %s, proven without a payer, is the owner', async (_, request) => {
    expect(bindOwner(await signed(direct(request)), facts)).toEqual({
      bound: true,
      payer: owner.address,
      by: 'proof',
    })
  })

  test('error: a payer is taken out of a signed request, or put into one', async () => {
    expect(bindOwner(direct(await signed(pay)), facts)).toEqual(vetoed)
    expect(bindOwner({ ...((await signed(direct(pay))) as CosignAuthorize), payer }, facts)).toEqual(vetoed)
  })

  test('error: a payer without a proof, also where its owner could ask directly', () => {
    for (const [, request] of three) expect(bindOwner(request, { ...facts, ...known })).toEqual(vetoed)
  })

  test('error: the second form of a signature', async () => {
    const request = await signed(pay)
    const { signature } = required(request.auth)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const flipped = signature.endsWith('1b') ? '1c' : '1b'
    const second: Hex = `0x${signature.slice(2, 66)}${high}${flipped}`
    expect(bindOwner({ ...request, auth: { ...required(request.auth), signature: second } }, facts)).toEqual(vetoed)
  })

  test('behavior: all forms that wallets write', async () => {
    const request = await signed(pay)
    const { signature } = required(request.auth)
    const v = Number.parseInt(signature.slice(130), 16)
    const s = BigInt(`0x${signature.slice(66, 130)}`) | (BigInt(v - 27) << 255n)
    const forms: Hex[] = [
      `0x${signature.slice(2, 130)}0${v - 27}`,
      `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}`,
    ]
    for (const form of forms)
      expect(bindOwner({ ...request, auth: { ...required(request.auth), signature: form } }, facts)).toMatchObject({
        bound: true,
        by: 'proof',
      })
  })
})

describe('accept', () => {
  const accept = otherAddress
  const accepting = async (request: Request, signer = owner) => signed({ ...request, accept }, { signer })

  test.each(three)('default: %s, as its owner has signed', async (_, request) => {
    expect(bindOwner(await accepting(request), facts)).toEqual({ bound: true, payer, by: 'proof', accept })
    expect(bindOwner(await accepting(direct(request)), { ...facts, ...known })).toMatchObject({ by: 'proof', accept })
  })

  test('behavior: for a pull, what the binding says, or the owner says now', async () => {
    const bare: CosignAuthorize = { phase: 'authorize', chainId: 5042002, account, amount: 1n, action: 1 }
    const accepted = { ...facts, standing: { ...standing, accept: target.address } }
    expect(bindOwner(bare, accepted)).toMatchObject({ by: 'standing', accept: target.address })
    expect(bindOwner(await accepting(pull), accepted)).toMatchObject({ by: 'standing', accept })
    expect(bindOwner({ ...bare, accept }, accepted)).toMatchObject({ by: 'standing', accept: target.address })
    const { owner: _, ...unnamed } = await accepting(pull)
    expect(bindOwner(unnamed as Request, accepted)).toMatchObject({ by: 'standing', accept: target.address })
  })

  test('error: an address that the owner has not signed for', async () => {
    const asked = { ...facts, ...known }
    const unsigned = { ...direct(pay), accept }
    for (const request of [unsigned, await accepting(direct(pay), stranger)])
      expect(bindOwner(request, asked)).toEqual({ bound: true, payer: owner.address, by: 'direct' })
    expect(bindOwner({ ...pull, accept }, { ...facts, standing })).toEqual({
      bound: true,
      payer: otherAddress,
      by: 'standing',
    })
  })

  test('error: another address, put into a signed request', async () => {
    expect(bindOwner({ ...(await accepting(pay)), accept: target.address }, facts)).toEqual(vetoed)
    expect(bindOwner({ ...(await signed(pay)), accept }, facts)).toEqual(vetoed)
  })
})

describe('standing', () => {
  const bare: CosignAuthorize = { phase: 'authorize', chainId: 5042002, account, amount: 1n, action: 1 }

  test('default: a pull needs nothing else', () => {
    expect(bindOwner(bare, { ...facts, standing })).toEqual({ bound: true, payer: otherAddress, by: 'standing' })
  })

  test('behavior: it comes first, whatever else would hold', async () => {
    expect(bindOwner(await signed(pull), { ...facts, ...known, standing })).toEqual({
      bound: true,
      payer: otherAddress,
      by: 'standing',
    })
  })

  test('behavior: until its last second', () => {
    const at = (ms: number) => bindOwner(bare, { ...facts, standing, nowMs: standing.until * 1_000 + ms }).bound
    expect([at(-1), at(0), at(1)]).toEqual([true, true, false])
  })

  test('error: a pull that nothing covers', () => {
    expect(bindOwner(bare, { ...facts, ...known })).toEqual(vetoed)
    expect(bindOwner({ ...bare, payer }, { ...facts, ...known })).toEqual(vetoed)
  })

  test('error: a pull with a proof but without an owner', async () => {
    const { owner: _, ...request } = await signed(pull)
    expect(bindOwner(request, { ...facts, ...known })).toEqual(vetoed)
  })

  test('error: it is for pulls, not for payments', () => {
    expect(bindOwner(pay, { ...facts, standing })).toEqual(vetoed)
    expect(bindOwner(direct(pay), { ...facts, standing })).toEqual(vetoed)
    expect(bindOwner(direct(counterfactual), { ...facts, standing })).toEqual(vetoed)
  })

  test('error: an owner that is named must be the one', () => {
    expect(bindOwner({ ...bare, owner: stranger.address }, { ...facts, standing })).toEqual(vetoed)
  })

  test('error: a binding with a broken end', () => {
    expect(bindOwner(bare, { ...facts, standing: { ...standing, until: Number.NaN } })).toEqual(vetoed)
  })
})

describe('direct', () => {
  test.each(three)('default: %s by an owner who has paid before', (_, request) => {
    expect(bindOwner(direct(request), { ...facts, ...known })).toEqual({
      bound: true,
      payer: owner.address,
      by: 'direct',
    })
  })

  test.each<[string, Partial<OwnerFacts>]>([
    ['nothing is known', {}],
    ['the announcements are not known', { announcements: undefined }],
    ['the announcements are not complete', { announcements: { complete: false, namesOwner: false } }],
    ['the owner is announced', { announcements: { complete: true, namesOwner: true } }],
    ['the owner is announced, in an incomplete index', { announcements: { complete: false, namesOwner: true } }],
    ['the history is not known', { history: undefined }],
    ['the history is not complete', { history: { complete: false, hasPaid: true } }],
    ['the owner has never paid', { history: { complete: true, hasPaid: false } }],
  ])('error: %s', (name, change) => {
    const given = name === 'nothing is known' ? facts : { ...facts, ...known, ...change }
    for (const [, request] of three) expect(bindOwner(direct(request), given)).toEqual(vetoed)
  })

  test('error: facts that only look true', () => {
    const loose = { announcements: { complete: 1, namesOwner: 0 }, history: { complete: 'yes', hasPaid: 1 } } as never
    expect(bindOwner(direct(pay), { ...facts, ...(loose as object) })).toEqual(vetoed)
  })
})

describe('attacks', () => {
  // The target of a box reads the announcement, so it knows owner, box, factory and salt, and can sign with its own key.
  const stealth = { announcements: { complete: true, namesOwner: true }, history: { complete: true, hasPaid: false } }

  test.each(three)('error: the target asks for %s, with the announced stealth address', async (_, request) => {
    const tries = [
      direct(request),
      request,
      { ...request, payer: target.address },
      { ...request, payer: owner.address },
      await signed(request, { signer: target }),
      await signed(request, { signer: target, address: owner.address }),
      await signed({ ...request, payer: target.address }, { signer: target, address: owner.address }),
      await signed({ ...request, owner: target.address }, { signer: target }),
    ]
    for (const given of tries) expect(bindOwner(given as Request, { ...facts, ...stealth })).toEqual(vetoed)
  })

  test.each(three)(
    'regression: a forged announcement does not refuse %s of an owner who proves it',
    async (_, request) => {
      const forged = { announcements: { complete: true, namesOwner: true } }
      expect(bindOwner(await signed(direct(request)), { ...facts, ...forged })).toMatchObject({
        payer: owner.address,
        by: 'proof',
      })
    },
  )

  test('error: the announced stealth address was made to look like a payer', () => {
    // Its history cannot be trusted for direct payments even if another caller made it pay.
    const dressed = { ...stealth, history: { complete: true, hasPaid: true } }
    expect(bindOwner(direct(pay), { ...facts, ...dressed })).toEqual(vetoed)
  })
})

function required<value>(value: value | undefined): value {
  if (value === undefined) throw new Error('Missing.')
  return value
}
