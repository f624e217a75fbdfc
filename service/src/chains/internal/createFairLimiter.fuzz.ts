import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCaller } from '../callers.js'
import { createFairLimiter } from './createFairLimiter.js'

const step = fc.oneof(fc.record({ ask: fc.constantFrom('A', 'B', 'C') }), fc.record({ end: fc.nat(5) }))

test('property: never more than its places, none free for a caller that has none, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.nat(4),
      fc.array(step, { maxLength: 40 }),
      async (places, reserved, steps) => {
        const limiter = createFairLimiter({ concurrency: places, reserved, maxQueued: 1_000 })
        const running: { caller: string; end: () => void }[] = []
        const queued: string[] = []
        let asked = 0
        let ended = 0
        const ask = async (caller: string) => {
          asked++
          queued.push(caller)
          const task = () => {
            queued.splice(queued.indexOf(caller), 1)
            return new Promise<void>((resolve) => running.push({ caller, end: resolve }))
          }
          await asCaller(caller, () => limiter.run(task, undefined))
          ended++
        }
        const endOne = (index: number) => running.splice(index % running.length, 1)[0]?.end()
        for (const next of steps) {
          if ('ask' in next) void ask(next.ask)
          else if (running.length > 0) endOne(next.end)
          await settle()
          expect(running.length).toBeLessThanOrEqual(places)
          const busy = new Set(running.map(({ caller }) => caller))
          if (running.length < places) expect(queued.filter((caller) => !busy.has(caller))).toEqual([])
          if (running.length < places - reserved) expect(queued).toEqual([])
        }
        while (running.length > 0) {
          endOne(0)
          await settle()
        }
        expect(ended).toBe(asked)
      },
    ),
    runs(300),
  )
})

/** Runs everything that is due. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
