import type { WriteProgress } from '@holdfast/react'
import { expect, test } from 'vitest'
import { advance } from './usePlanProgress.js'

const phase = (state: 'checking' | 'simulate' | 'sign' | 'send' | 'confirm'): WriteProgress => ({
  state,
  step: undefined,
  txHash: undefined,
})
const start = advance({ at: 9, phase: 'sign', txHash: '0x01' }, { state: 'idle' })
const follow = (...states: WriteProgress[]) => states.reduce(advance, start)

test('a payment begins with the check', () => {
  expect(follow(phase('checking'))).toEqual({ at: 0, phase: 'checking', txHash: undefined })
})

test('each transaction is one step, whatever its phases', () => {
  const one = [phase('simulate'), phase('sign'), phase('send'), phase('confirm')]
  expect(follow(phase('checking'), ...one).at).toBe(1)
  expect(follow(phase('checking'), ...one, ...one, phase('simulate')).at).toBe(3)
})

test('at the end every step is done', () => {
  expect(follow(phase('checking'), phase('simulate'), { state: 'done', txHash: '0x02' }).at).toBe(
    Number.POSITIVE_INFINITY,
  )
})
