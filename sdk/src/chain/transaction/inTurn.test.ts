import { expect, test } from 'vitest'
import { inTurn } from './inTurn.js'

test('behavior: one after the other, in order, whatever becomes of the one before', async () => {
  const events: string[] = []
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const results = await Promise.allSettled([
    inTurn('key', task('first')),
    inTurn('key', task('second', true)),
    inTurn('key', task('third')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'])
})

test('behavior: other keys do not wait', async () => {
  let release = () => {}
  const held = inTurn('held', () => new Promise<void>((resolve) => (release = resolve)))
  expect(await inTurn('free', async () => 'done')).toBe('done')
  release()
  await held
  expect(await inTurn('held', async () => 'again')).toBe('again')
})

test('behavior: a caller that gives up before its turn leaves at once, and the order of the others stays', async () => {
  const leave = new AbortController()
  let release = () => {}
  const ran: string[] = []
  const held = inTurn('waiting', () => new Promise<void>((resolve) => (release = resolve)))
  const second = inTurn('waiting', () => ran.push('second'), leave.signal)
  const third = inTurn('waiting', () => ran.push('third'))
  leave.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  expect(ran).toEqual([])
  release()
  await Promise.all([held, third])
  expect(ran).toEqual(['third'])
})
