import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { GuardRefusedError } from '@holdfast/sdk/errors'
import type { RiskReport } from '@holdfast/sdk/risk'
import { genuine, impostor, sender } from '@holdfast/testkit/riskScene'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provider } from '../../test/recorder.js'
import { decodeCall } from '../decode/decodeCall.js'
import { createGrants, type RefusedPayment } from './createGrants.js'
import { createJudge } from './createJudge.js'
import { GuardRpcError } from './guardRpcError.js'

/** Nothing asks the guard for anything after a refusal, and the details of it are gone from memory all the same. */

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const report = (): RiskReport => ({ target: impostor, level: 'block', reasons: [] }) as unknown as RiskReport // All that is read.
const payment = (): RefusedPayment => ({
  payer: sender,
  payee: impostor,
  chainId: 1,
  payeeChainId: 1,
  token: 'native',
  amount: 1n,
  report: report(),
})

/**
 * Whether it is still in memory. A reference lives until the current job ends, and one collection may leave what an earlier one had
 * begun to mark, so there are several, each in a job of its own.
 */
async function isKept(reference: WeakRef<object>): Promise<boolean> {
  for (let round = 0; round < collections; round++) {
    await new Promise(setImmediate)
    collect()
    if (reference.deref() === undefined) return false
  }
  return true
}

const collections = 20

test('a refusal and a permission on it are forgotten after 15 minutes', async () => {
  const grants = createGrants()
  const [refused, allowed] = (() => {
    const [one, other] = [payment(), { ...payment(), amount: 2n }]
    grants.refuse([one])
    grants.allow(grants.refuse([other]))
    return [new WeakRef(one), new WeakRef(other)]
  })()
  vi.advanceTimersByTime(15 * 60_000 - 1)
  expect([await isKept(refused), await isKept(allowed)]).toEqual([true, true])
  vi.advanceTimersByTime(1)
  expect([await isKept(refused), await isKept(allowed)]).toEqual([false, false])
  // The timer runs again for what comes later.
  const later = (() => {
    const one = payment()
    grants.refuse([one])
    return new WeakRef(one)
  })()
  expect(await isKept(later)).toBe(true)
  vi.advanceTimersByTime(15 * 60_000)
  expect(await isKept(later)).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
  expect(grants.list()).toEqual([])
})

test('a verdict is forgotten after its five seconds, and the refusal after 15 minutes', async () => {
  const judge = createJudge({ checkOptions: { provider, pairs: [], own: [genuine] } })
  const decoded = decodeCall({ chainId: 5_042_002, from: sender, to: impostor, value: 10n ** 18n })
  const found = await (async () => {
    const judgement = await judge.judge(decoded, { chainId: 5_042_002, purpose: 'broadcast' })
    if (judgement.verdict === 'pass') throw new Error('It was not refused.')
    return new WeakRef(judgement.error.reports[0] as RiskReport)
  })()
  vi.advanceTimersByTime(15 * 60_000)
  expect(await isKept(found)).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('a refusal that an error has carried is forgotten after 15 minutes', async () => {
  const refused = (() => {
    const refusal = new GuardRefusedError('guard_refused', 'Holdfast: no.')
    void new GuardRpcError(refusal, 'broadcast')
    return new WeakRef(refusal)
  })()
  expect(await isKept(refused)).toBe(true)
  vi.advanceTimersByTime(15 * 60_000)
  expect(await isKept(refused)).toBe(false)
})
