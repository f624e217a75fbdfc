import { ownerHash } from '@holdfast/sdk/shield'
import type { CosignAuthorize } from '@holdfast/sdk/wire'
import { COSIGN_PROOF_WINDOW_MS } from '@holdfast/sdk/wire'
import { type Address, type Hex, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { freshOwner, freshSigner } from '../../test/cosignStage.js'
import { stores } from '../../test/stores.js'
import type { AuditEvent } from '../audit/Audit.js'
import type { CanonicalObject } from '../audit/canonicalJson.js'
import { createSignerRecovery } from '../keys/createSignerRecovery.js'
import { CosignFaultError, SealingKeyError, SignatureLimitError } from './CosignErrors.js'
import { createBindings } from './internal/createBindings.js'
import { createEquivocations } from './internal/createEquivocations.js'
import { createRecords } from './internal/createRecords.js'
import { createRowLimits } from './internal/createRowLimits.js'
import { createSealer } from './internal/createSealer.js'

/** What the co-signer writes about a decision, and how it seals what it keeps. */

const sqlite = stores('sqlite')
const account: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const target: Address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('createRecords', () => {
  const nowMs = 1_900_000_000_000
  const owner = freshOwner()
  const ask = { phase: 'authorize', account, owner: owner.address, amount: 7n, action: 0 } as const
  const body = {
    phase: 'authorize',
    chain: 1,
    account,
    isDeployed: true,
    policy: { ownerHash: ownerHash(owner.address) },
  }

  async function write(request: CosignAuthorize, given: CanonicalObject, left = 1) {
    const rows: AuditEvent[] = []
    const notes: unknown[] = []
    const records = createRecords({
      audit: { append: async (event) => void rows.push(event) },
      tally: { note: (noted) => void notes.push(noted) },
      recovery: await createSignerRecovery(),
      limits: { takeRecord: (box) => box === account && left-- > 0 },
      now: () => nowMs,
    })
    await records.write(request, { kind: 'veto', body: given }, { code: 'expired' })
    return { rows, notes }
  }

  test('default: in full where the owner of a deployed box has proven the request', async () => {
    const request = await owner.prove(ask, nowMs)
    for (const given of [body, { ...body, isDeployed: undefined }])
      expect(await write(request, given)).toEqual({ rows: [{ kind: 'veto', body: given }], notes: [] })
  })

  test.each<[string, CanonicalObject, number]>([
    ['a box that is not deployed', { ...body, isDeployed: false }, 1],
    ['no account', { ...body, account: undefined }, 1],
    ['terms that were not read', { ...body, policy: undefined }, 1],
    ['no terms', { ...body, policy: null }, 1],
    ['terms without an owner', { ...body, policy: {} }, 1],
    ['a box of another owner', { ...body, policy: { ownerHash: ownerHash(target) } }, 1],
    ['as many rows as a box may have', body, 0],
  ])('counts only: %s', async (_, given, left) => {
    const { rows, notes } = await write(await owner.prove(ask, nowMs), given, left)
    expect(rows).toEqual([])
    const sort = { phase: 'authorize', chain: 1, code: 'expired' }
    expect(notes).toEqual([{ kind: 'veto', sort, details: given }])
  })

  test('counts only: without a proof, or with an old one; without a phase or chain, those of the request', async () => {
    for (const request of [ask, { ...ask, owner: undefined }, await owner.prove(ask, nowMs - 600_000)]) {
      const { rows, notes } = await write(request, { account })
      expect(rows).toEqual([])
      expect(notes).toEqual([
        { kind: 'veto', sort: { phase: 'authorize', chain: null, code: 'expired' }, details: { account } },
      ])
    }
  })
})

describe('createSealer', () => {
  const open = (key: Hex = `${zeroHash.slice(0, -1)}1` as Hex) => freshSigner(key).then(createSealer)

  test('default: opens at its own place, and nowhere else', async () => {
    const sealer = await open()
    const sealed = sealer.seal('a', 'text')
    expect(sealer.open('a', sealed)).toBe('text')
    expect(sealer.open('b', sealed)).toBeUndefined()
    expect(sealer.seal('a', 'text')).not.toBe(sealed)
    const other = await open(`${zeroHash.slice(0, -1)}2` as Hex)
    expect(other.open('a', sealed)).toBeUndefined()
    expect(other.pseudonym('text')).not.toBe(sealer.pseudonym('text'))
  })

  test('regression: what an earlier release has sealed and named is still found', async () => {
    const sealer = await open()
    expect(sealer.open('a', 'KKEARy4qxC8YFFeWDgay5TydVGS0d0O6lPx5B7w0L4E')).toBe('text')
    expect(sealer.pseudonym('text')).toBe('09e12ff863aec6a8c346df6ef8868611')
  })

  test('error: a changed byte, and a tag that was cut short', async () => {
    const sealer = await open()
    const bytes = Buffer.from(sealer.seal('a', ''), 'base64url')
    expect(sealer.open('a', bytes.toString('base64url'))).toBe('')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = Number(bytes[index]) ^ 1
      expect(sealer.open('a', changed.toString('base64url'))).toBeUndefined()
      expect(sealer.open('a', bytes.subarray(0, index).toString('base64url'))).toBeUndefined()
    }
  })
})

describe('createRowLimits', () => {
  const hour = 3_600_000
  const at = { now: 500_000 * hour }
  const open = async () => createRowLimits({ store: await sqlite.open(), now: () => at.now })

  test('takeRecord: twenty for each box and hour', async () => {
    const limits = await open()
    const take = (box: string, times: number) =>
      Array.from({ length: times }, () => limits.takeRecord(box)).filter(Boolean).length
    expect([take('a', 21), take('b', 19), take('b', 2), take('a', 1)]).toEqual([20, 19, 1, 0])
    at.now += hour
    expect(take('a', 21)).toBe(20)
    // Of more boxes than are counted the first one is forgotten, and no other.
    for (let box = 0; box < 9_998; box++) limits.takeRecord(`box ${box}`)
    expect(take('a', 1)).toBe(0)
    limits.takeRecord('one more')
    limits.takeRecord('and another')
    expect([take('a', 1), take('box 9997', 20)]).toEqual([1, 19])
  })

  test('takeSignature: fifty for each proven owner, and a hundred for each network and share', async () => {
    const limits = await open()
    const take = async (times: number, caller: Parameters<typeof limits.takeSignature>[0]) => {
      const taken = await Promise.all(Array.from({ length: times }, () => limits.takeSignature(caller)))
      return taken.filter(Boolean).length
    }
    expect(await take(51, { blocks: [], owner: account })).toBe(50)
    expect(await take(1, { blocks: [], owner: account.toLowerCase() })).toBe(0)
    expect(await take(1, { blocks: [], owner: target })).toBe(1)
    expect(await take(60, { blocks: [], owner: undefined })).toBe(60)
    const network = { kind: 'ip', name: '192.0.2.0/24', shares: 1 }
    expect(await take(101, { blocks: [network], owner: undefined })).toBe(100)
    expect(await take(1, { blocks: [{ ...network, shares: 2 }], owner: undefined })).toBe(1)
    expect(limits.retryAfterSeconds()).toBe(3_600)
    at.now += hour
    expect(await take(1, { blocks: [network], owner: account })).toBe(1)
  })
})

test('createEquivocations: each is counted, and more than five in an hour alert once in that hour', () => {
  const hour = 3_600_000
  const counts: string[] = []
  let time = 0
  const count = createEquivocations({
    elapsed: () => time,
    metrics: { count: (name: string) => counts.push(name) },
    log: { error: (message: string) => counts.push(message) },
    // Nothing else is used of either.
  } as unknown as Parameters<typeof createEquivocations>[0])
  const alertsOf = (times: number[]) => {
    counts.length = 0
    for (const one of times) {
      time = one
      count()
    }
    expect(counts.filter((name) => name === 'cosign_equivocations_total')).toHaveLength(times.length)
    return counts.filter((name) => name === 'many second signatures for one nonce').length
  }
  expect(alertsOf([0, 1, 2, 3, 4])).toBe(0)
  // The first one is an hour old.
  expect(alertsOf([hour])).toBe(0)
  expect(alertsOf([hour, hour, hour, hour, hour])).toBe(1)
  expect(alertsOf([2 * hour - 1])).toBe(0)
  expect(alertsOf(Array.from({ length: 5 }, () => 2 * hour))).toBe(1)
})

test('createBindings: good in its last second, gone in the next; a later one replaces it', async () => {
  const store = await sqlite.open()
  let nowMs = 1_000_000
  const bindings = createBindings(store, await freshSigner().then(createSealer), () => nowMs)
  const binding = { payer: target, until: 2_000, timestamp: 5, accept: account }
  expect(await bindings.keep(1, account, binding)).toBe(true)
  expect(await bindings.keep(1, account, { ...binding, timestamp: 4 })).toBe(false)
  nowMs = 2_000_000
  await bindings.purge()
  expect(await bindings.find(1, account)).toEqual(binding)
  expect(await bindings.find(2, account)).toBeUndefined()
  nowMs++
  expect(await bindings.find(1, account)).toBeUndefined()
  await bindings.purge()
  expect(await store.db.selectFrom('bindings').selectAll().execute()).toEqual([])
})

test('createBindings: an ended one is kept while a proof that it replaced could still be used', async () => {
  const store = await sqlite.open()
  let nowMs = 2_000_001
  const bindings = createBindings(store, await freshSigner().then(createSealer), () => nowMs)
  const signedAt = 1_999_000
  await bindings.keep(1, account, { payer: target, until: 2_000, timestamp: signedAt, accept: account })
  const kept = async () => (await store.db.selectFrom('bindings').selectAll().execute()).length
  await bindings.purge()
  nowMs = signedAt + 2 * COSIGN_PROOF_WINDOW_MS
  await bindings.purge()
  expect(await kept()).toBe(1)
  nowMs++
  await bindings.purge()
  expect(await kept()).toBe(0)
})

const fault = { code: 'cosign_fault', effect: 'none', retry: 'no', advice: { do: 'report' } }
test.each<[Error, string, object]>([
  [new CosignFaultError('foreign_signature'), 'The co-signer made a signature that is not by its key.', fault],
  [new CosignFaultError('foreign_digest'), 'The box returned another digest than the co-signer would sign.', fault],
  [
    new SealingKeyError(),
    'The co-signer key does not sign deterministically (RFC 6979), so no sealing key can be derived from it.',
    {
      code: 'sealing_key',
      effect: 'none',
      retry: 'after_change',
      advice: { do: 'change_settings', settings: ['COSIGNER_PK'] },
    },
  ],
  [
    new SignatureLimitError(7),
    'Too many signatures were asked for boxes that are not deployed, or for one nonce.',
    { code: 'signature_limit', effect: 'none', retry: 'later', advice: { do: 'ask_again' }, retryAfterSeconds: 7 },
  ],
])('%s', (error, shortMessage, facts) => {
  expect(error).toMatchObject({ shortMessage, ...facts })
})
