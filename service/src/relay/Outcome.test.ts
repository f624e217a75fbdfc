import { expect, test } from 'vitest'
import { encodeOutcome, parseOutcome } from './Outcome.js'

test('parseOutcome: parses the text of encodeOutcome', () => {
  const outcome = { body: { ok: false, error: { kind: 'wrong_code', attemptsRemaining: 4 } } } as const
  expect(parseOutcome(encodeOutcome(outcome))).toEqual(outcome)
})
