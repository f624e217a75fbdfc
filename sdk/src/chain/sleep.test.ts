import { expect, test } from 'vitest'
import { pause, sleep } from './sleep.js'

test('sleep: ends early, with the reason, when the caller gives up', async () => {
  await sleep(1)
  const controller = new AbortController()
  const pending = sleep(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await expect(pending).rejects.toThrow('enough')
})

test('pause: ends early, without a word, when the caller gives up', async () => {
  await pause(1)
  const controller = new AbortController()
  const pending = pause(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await pending
  expect(await pause(60_000, controller.signal)).toBeUndefined()
})
