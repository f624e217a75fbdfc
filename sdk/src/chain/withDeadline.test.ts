import { describe, expect, test } from 'vitest'
import { withDeadline } from './withDeadline.js'

const silent = () => new Promise<never>(() => {})

describe('withDeadline', () => {
  test('default: hands the outcome on', async () => {
    expect(await withDeadline(async () => 5, {})).toBe(5)
    await expect(withDeadline(() => Promise.reject(new Error('down')), { timeoutMs: 1_000 })).rejects.toThrow('down')
    const thrower = (): Promise<never> => {
      throw new Error('at once')
    }
    await expect(withDeadline(thrower, {})).rejects.toThrow('at once')
  })

  test('parameter: timeoutMs leaves a silent run behind, and tells it', async () => {
    let signal: AbortSignal | undefined
    const run = (given: AbortSignal) => {
      signal = given
      return silent()
    }
    await expect(withDeadline(run, { timeoutMs: 5 })).rejects.toThrow('No answer within 5 ms.')
    expect(signal?.aborted).toBe(true)
  })

  test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    'parameter: timeoutMs of %d, more than a timer counts',
    async (timeoutMs) => {
      const slow = () => new Promise((resolve) => setTimeout(resolve, 20, 5))
      expect(await withDeadline(slow, { timeoutMs })).toBe(5)
    },
  )

  test('parameter: signal, before and during', async () => {
    const controller = new AbortController()
    const pending = withDeadline(silent, { signal: controller.signal, timeoutMs: 1_000 })
    controller.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
    let isRun = false
    const run = async () => {
      isRun = true
    }
    await expect(withDeadline(run, { signal: controller.signal })).rejects.toThrow('enough')
    expect(isRun).toBe(false)
  })
})
