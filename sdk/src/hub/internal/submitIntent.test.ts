import { beforeEach, describe, expect, test } from 'vitest'
import { clearIssuerState } from '../../chain/issuerApi/pace.js'
import { HubOutcomeUnknownError, HubTransferIdLostError } from '../../errors/hub.js'
import { IssuerUnavailableError } from '../../errors/issuer.js'
import { submitIntent } from './submitIntent.js'

const signed = { request: '[{"burnIntent":1}]', quotedFee: '1', transferSpecHash: `0x${'ab'.repeat(32)}` } as const
const taken = [201, { transferId: 'one' }] as const
const unknown = [404, { code: 404, message: 'Not found.' }] as const
const known = [200, { version: 1 }] as const
const refusedWith = (message: string) => [400, { success: false, message }] as const
const short = refusedWith('Insufficient balance for depositor 0x1: available 0, required 1.1')
type Answer = 'lost' | readonly [number, object]

let posted: string[]
beforeEach(() => {
  posted = []
})

/** Hands in, with one answer after the other to each kind of request; the last one is repeated. */
function submit(transfers: readonly Answer[], specs: readonly Answer[] = [unknown], isRepeat = false) {
  const [toTransfer, toSpec] = [[...transfers], [...specs]]
  const next = (answers: Answer[]) => (answers.length > 1 ? answers.shift() : answers[0]) as Answer
  const fetchImpl: typeof fetch = async (_, init) => {
    clearIssuerState()
    if (init?.method === 'POST') posted.push(String(init.body))
    const answer = next(init?.method === 'POST' ? toTransfer : toSpec)
    if (answer === 'lost') throw new TypeError('The connection broke.')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  }
  return submitIntent(signed, 60_000n, isRepeat, { fetchImpl, pollMs: 4 })
}

test('default: taken at once', async () => {
  expect(await submit([taken])).toEqual({ transferId: 'one' })
  expect(posted).toEqual([signed.request])
})

test('a lost answer is asked for again, with the same bytes', async () => {
  expect(await submit(['lost', [504, {}], taken])).toEqual({ transferId: 'one' })
  expect(posted).toEqual([signed.request, signed.request, signed.request])
})

describe('a refusal', () => {
  test('of the first request is final', async () => {
    expect(await submit([short])).toMatchObject({ refusal: { error: { code: 'insufficient_balance' } } })
    expect(posted).toHaveLength(1)
  })

  test('after a lost answer is final when the issuer does not know the transfer, and it lasts', async () => {
    expect(await submit(['lost', short])).toMatchObject({ refusal: { error: { code: 'insufficient_balance' } } })
    expect(posted).toHaveLength(5)
  })

  test('after a lost answer is not believed while the issuer has yet to admit that it took the first', async () => {
    await expect(submit(['lost', short], [unknown, unknown, known])).rejects.toThrow(HubTransferIdLostError)
    expect(posted).toHaveLength(4)
  })

  test('in unknown words is treated alike', async () => {
    const puzzling = refusedWith('Conflict')
    await expect(submit(['lost', puzzling], [unknown, known])).rejects.toThrow(HubTransferIdLostError)
    await expect(submit([puzzling], [unknown], true)).resolves.toHaveProperty('refusal')
  })

  test.each([
    'Insufficient total maxFee across intents. Required additional: 0.000034',
    'maxBlockHeight is too low: expected at least 5, got 4',
    'Signer is not authorized',
  ])('that no earlier request can have caused is final at once: %s', async (message) => {
    await expect(submit(['lost', refusedWith(message)])).resolves.toHaveProperty('refusal')
    expect(posted).toHaveLength(2)
  })

  test('as a duplicate means that it was taken, even in the first answer', async () => {
    await expect(submit([refusedWith('Transfer spec hash has already been used')])).rejects.toThrow(
      HubTransferIdLostError,
    )
  })

  test('while the issuer does not say whether it knows the transfer leaves it open', async () => {
    await expect(submit(['lost', short], ['lost'])).rejects.toThrow(HubOutcomeUnknownError)
  })
})

test('silence to the end: unknown, with the cause', async () => {
  await expect(submit(['lost'])).rejects.toMatchObject({
    name: 'HubOutcomeUnknownError',
    transferSpecHash: signed.transferSpecHash,
    cause: expect.any(IssuerUnavailableError),
  })
  expect(new Set(posted)).toEqual(new Set([signed.request]))
})

test('a host that must be left alone is not asked, and nothing was sent', async () => {
  clearIssuerState()
  const fetchImpl = async () => new Response('{}', { status: 429 })
  const hurried = { fetchImpl, pollMs: 4, timeoutMs: 100 }
  await expect(submitIntent(signed, 1n, false, hurried)).rejects.toThrow(HubOutcomeUnknownError)
  await expect(submitIntent(signed, 1n, false, hurried)).rejects.toMatchObject({
    name: 'IssuerUnavailableError',
    reason: 'rate_limited',
  })
  clearIssuerState()
})

test('a signal before the first request: its reason, and nothing is sent', async () => {
  const reason = new Error('gone')
  const sent = submitIntent(signed, 1n, false, { signal: AbortSignal.abort(reason) })
  await expect(sent).rejects.toBe(reason)
})
