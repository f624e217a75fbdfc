import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  type CosignBind,
  cosignAuthMessageOf,
  decodeCosignRequest,
  encodeCosignRequest,
} from '../wire/cosignRequest.js'
import { type BindFacts, judgeBind } from './judgeBind.js'
import { ownerHash } from './ownerHash.js'
import { MODE_PULL, MODE_PUSH } from './types.js'

const person = () => privateKeyToAccount(generatePrivateKey())
const owner = person()
const stranger = person()
const payer = person().address
const account = person().address
const nowMs = 1_790_000_000_000
const expiry = nowMs / 1_000 + 86_400
const facts: BindFacts = { ownerHash: ownerHash(owner.address), mode: MODE_PULL, expiry, nowMs }

async function bind(
  change: Partial<Omit<CosignBind, 'auth'>> = {},
  timestamp = nowMs,
  signer = owner,
): Promise<CosignBind> {
  const request = {
    phase: 'bind',
    chainId: 5042002,
    account,
    owner: owner.address,
    payer,
    until: expiry,
    ...change,
  } as const
  const signature = await signer.signMessage({
    message: cosignAuthMessageOf(request, { address: request.owner, timestamp }),
  })
  return { ...request, auth: { address: request.owner, timestamp, signature } }
}

const refusal = (code: string) => ({ accepted: false, veto: { approved: false, code } })

describe('judgeBind', () => {
  test('default: the owner binds a payer until the box expires', async () => {
    const request = decodeCosignRequest(JSON.parse(JSON.stringify(encodeCosignRequest(await bind())))) as CosignBind
    expect(judgeBind(request, facts)).toEqual({ accepted: true, binding: { payer, until: expiry, timestamp: nowMs } })
  })

  test('behavior: a newer word replaces, the same may come again, an older one is refused', async () => {
    const standing = { payer, until: expiry, timestamp: nowMs }
    const judge = async (...given: Parameters<typeof bind>) => judgeBind(await bind(...given), { ...facts, standing })
    expect(await judge({ until: expiry - 1 }, nowMs + 1)).toMatchObject({
      accepted: true,
      binding: { until: expiry - 1 },
    })
    expect(await judge()).toMatchObject({ accepted: true, binding: standing })
    expect(await judge({}, nowMs - 1)).toMatchObject(refusal('owner_not_bound'))
    expect(await judge({ until: expiry - 1 })).toMatchObject(refusal('owner_not_bound'))
    expect(await judge({ payer: stranger.address })).toMatchObject(refusal('owner_not_bound'))
  })

  test('accept: is kept, and belongs to what was signed', async () => {
    const accept = stranger.address
    const request = await bind({ accept })
    expect(judgeBind(request, facts)).toEqual({
      accepted: true,
      binding: { payer, until: expiry, timestamp: nowMs, accept },
    })
    expect(judgeBind({ ...request, accept: account }, facts)).toMatchObject(refusal('owner_not_bound'))
    const standing = { payer, until: expiry, timestamp: nowMs }
    expect(judgeBind(request, { ...facts, standing })).toMatchObject(refusal('owner_not_bound'))
  })

  test('error: it would outlive the box, or has ended', async () => {
    expect(judgeBind(await bind({ until: expiry + 1 }), facts)).toMatchObject(refusal('expired'))
    expect(judgeBind(await bind({ until: nowMs / 1_000 - 1 }), facts)).toMatchObject(refusal('expired'))
    expect(judgeBind(await bind({ until: nowMs / 1_000 }), facts)).toMatchObject({ accepted: true })
  })

  test('error: a box that is not pulled from', async () => {
    expect(judgeBind(await bind(), { ...facts, mode: MODE_PUSH })).toMatchObject(refusal('mode_mismatch'))
  })

  test('error: another signer, under any name', async () => {
    expect(judgeBind(await bind({}, nowMs, stranger), facts)).toMatchObject(refusal('owner_not_bound'))
    expect(judgeBind(await bind({ owner: stranger.address }, nowMs, stranger), facts)).toMatchObject(
      refusal('owner_not_bound'),
    )
  })

  test.each([
    ['another box', { account: stranger.address }],
    ['another payer', { payer: stranger.address }],
    ['a later end', { until: expiry - 1 }],
    ['another chain', { chainId: 84532 }],
  ])('error: a captured word, used for %s', async (_, change) => {
    expect(judgeBind({ ...(await bind()), ...change }, facts)).toMatchObject(refusal('owner_not_bound'))
  })

  test('error: a proof for a single pull is not a binding', async () => {
    const pull = {
      phase: 'authorize',
      chainId: 5042002,
      account,
      owner: owner.address,
      payer,
      amount: 1n,
      action: 1,
    } as const
    const proof = { address: owner.address, timestamp: nowMs }
    const signature = await owner.signMessage({ message: cosignAuthMessageOf(pull, proof) })
    expect(judgeBind({ ...(await bind()), auth: { ...proof, signature } }, facts)).toMatchObject(
      refusal('owner_not_bound'),
    )
  })

  test('error: a word that is not fresh', async () => {
    for (const away of [-120_001, 120_001])
      expect(judgeBind(await bind({}, nowMs + away), facts)).toMatchObject(refusal('owner_not_bound'))
    for (const away of [-120_000, 120_000])
      expect(judgeBind(await bind({}, nowMs + away), facts)).toMatchObject({ accepted: true })
  })

  test('error: a time that is not a whole number of milliseconds after 1970', async () => {
    const { auth, ...request } = await bind()
    for (const timestamp of [nowMs + 0.5, 0, -1, Number.NaN]) {
      const word = { ...request, auth: { ...auth, timestamp } }
      expect(judgeBind(word, { ...facts, nowMs: timestamp || 0 })).toMatchObject(refusal('owner_not_bound'))
    }
  })
})
