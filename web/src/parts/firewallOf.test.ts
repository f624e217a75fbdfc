import { expect, test } from 'vitest'
import { waitOf } from './firewallOf.js'

test('waitOf: a check that runs is waited for, one that failed is named above', () => {
  expect(waitOf({ state: 'idle' })).toBe('checking')
  expect(waitOf({ state: 'checking' })).toBe('checking')
  expect(waitOf({ state: 'unanswered' })).toBe('refused')
  expect(waitOf({ state: 'unanswered' }, false)).toBe('refused')
})

test('waitOf: an answer counts only for what the button would act on', () => {
  // Only its state is read.
  const answered = { state: 'answered', report: undefined as never } as const
  expect(waitOf(answered)).toBeUndefined()
  expect(waitOf(answered, false)).toBe('checking')
})
