import type { FaultRule } from '@holdfast/devnet'
import type { WaitOptions } from '@holdfast/sdk/chain'
import { ServiceError, TransactionUnconfirmedError } from '@holdfast/sdk/errors'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BoxScene, setBoxStage } from './boxStage.js'
import { type Actor, hasty } from './stage.js'
import { sampled } from './tier.js'

/** One write: how to try it, and what must be true once it was repeated until it succeeded. */
export type Attempt = {
  run: (actor: Actor, options: WaitOptions) => Promise<unknown>
  assertDone: () => Promise<void>
}

/** Long enough for a few blocks, and not longer. */
const impatient = { timeoutMs: 400 }

/** The faults of one request, and of an endpoint that disappears for good. */
const faults: Record<string, FaultRule> = {
  'the endpoint is gone': { kind: 'reset', times: null },
  'one answer is lost after the request was carried out': { kind: 'reset-after' },
  'one request is throttled': { kind: 'rate-limit' },
  'one request times out': { kind: 'hang' },
}

/** A flow makes fewer requests than this before it polls for its receipt. */
const deepest = 12

/** A lost request is tried at every position, in either tier; other faults at a sample of them. */
function requestsOf({ kind, times }: FaultRule, row: number): number[] {
  const count = times === null ? 40 : deepest
  return kind.startsWith('reset') ? Array.from({ length: count }, (_, index) => index) : sampled(count, row)
}

/**
 * Tests that a write survives the failure of each of its requests: it throws an error of ours, repeating it completes
 * it, and it has happened exactly once.
 *
 * @param begin - Sets up one attempt.
 */
export function interruptEveryRequest(
  names: readonly BoxScene['name'][],
  begin: (scene: BoxScene, actor: Actor) => Promise<Attempt>,
): void {
  let stages: Awaited<ReturnType<typeof setBoxStage>>
  let patient: Record<BoxScene['name'], Actor>
  beforeAll(async () => {
    stages = await setBoxStage()
    patient = { primary: await stages.primary.actor(), remote: await stages.remote.actor() }
  })
  afterEach(() => stages.primary.stage.devnet.faults.clear())
  afterAll(() => stages?.stop())

  describe.each(names)('on the %s chain', (name) => {
    const set = (rules: FaultRule[]) =>
      stages[name].stage.devnet.faults.set(name === 'primary' ? { rpc: { rules } } : { remoteRpc: { rules } })

    // The two chains differ in how a payment is made, and not in how an endpoint fails to answer.
    const cases = Object.entries(faults).filter(([, { kind }]) => name === 'primary' || kind.startsWith('reset'))

    /** Whether one attempt completed at once; the others complete when they are repeated. */
    async function survives(rule: FaultRule, { skip, isPatient = false }: { skip: number; isPatient?: boolean }) {
      const [scene, actor] = [stages[name], patient[name]]
      const attempt = await begin(scene, actor)
      const client = hasty(actor, scene.control.rpcUrl, isPatient ? 10_000 : undefined)
      set([{ ...rule, skip }])
      const failure = await failureOf(attempt.run(client, isPatient ? {} : impatient))
      set([])
      // Every broadcast transaction is mined by now.
      await scene.control.mine(3)
      if (failure !== undefined) {
        expect(failure, `request ${skip}`).toBeInstanceOf(ServiceError)
        if (failure instanceof TransactionUnconfirmedError) expect(failure.txHash).toMatch(/^0x/)
        await attempt.run(actor, {})
      }
      await attempt.assertDone()
      // After success, repeating it changes nothing.
      await attempt.run(actor, {})
      await attempt.assertDone()
      return failure === undefined
    }

    test.each(cases)('while %s', async (fault, rule) => {
      const skips = requestsOf(rule, Object.keys(faults).indexOf(fault))
      let hasSucceeded = false
      for (const skip of skips) {
        if (rule.times === null && hasSucceeded) break
        hasSucceeded = (await survives(rule, { skip })) || hasSucceeded
      }
      // On a busy machine no block may arrive within the time of an impatient caller.
      if (!hasSucceeded) hasSucceeded = await survives(rule, { skip: Math.max(...skips), isPatient: true })
      expect(hasSucceeded).toBe(true)
    })
  })

  test('while its receipt is late', async () => {
    const [scene, actor] = [stages.primary, patient.primary]
    const attempt = await begin(scene, actor)
    scene.stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 60 } })
    const failure = await failureOf(attempt.run(hasty(actor, scene.control.rpcUrl, 10_000), impatient))
    scene.stage.devnet.faults.clear()
    // A payment is found by what its box has spent, without its receipt.
    if (failure !== undefined) expect(failure).toBeInstanceOf(TransactionUnconfirmedError)
    await scene.control.mine(3)
    await attempt.run(actor, {})
    await attempt.assertDone()
  })

  test('while the node drops its transaction', async () => {
    const [scene, actor] = [stages.primary, patient.primary]
    const attempt = await begin(scene, actor)
    scene.stage.devnet.faults.set({ rpc: { dropTransactions: 1 } })
    expect(await failureOf(attempt.run(hasty(actor, scene.control.rpcUrl, 10_000), impatient))).toBeInstanceOf(
      TransactionUnconfirmedError,
    )
    scene.stage.devnet.faults.clear()
    await attempt.run(actor, {})
    await attempt.assertDone()
  })
}

function failureOf(running: Promise<unknown>): Promise<unknown> {
  return running.then(
    () => undefined,
    (error: unknown) => error,
  )
}
