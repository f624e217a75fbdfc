import { expect, test, vi } from 'vitest'
import { logSenderEvent } from './logSenderEvent.js'
import type { SenderEvent } from './SenderPolicy.js'

const chainId = 5042002
const txHash = `0x${'12'.repeat(32)}` as const

test.each<[SenderEvent, 'warn' | 'error', string, object]>([
  [{ kind: 'gap_filled', nonce: 3 }, 'warn', 'a gap is filled', { chain: chainId, nonce: 3 }],
  [
    { kind: 'refused_everywhere', nonce: 4 },
    'warn',
    'every endpoint has refused a transaction',
    { chain: chainId, nonce: 4 },
  ],
  [
    { kind: 'mined_although_refused', nonce: 5, txHash },
    'error',
    'a transaction that every endpoint had refused was mined',
    { nonce: 5, txHash },
  ],
  [
    { kind: 'not_followed', nonce: 6, error: 'late' },
    'warn',
    'a transaction could not be followed',
    { chain: chainId, nonce: 6, error: 'late' },
  ],
])('logs $kind', (event, level, message, fields) => {
  const log = { warn: vi.fn(), error: vi.fn() }
  logSenderEvent({ log, chainId }, event)
  expect(log[level]).toHaveBeenCalledExactlyOnceWith(message, fields)
  expect(log.warn.mock.calls.length + log.error.mock.calls.length).toBe(1)
})

test('behavior: logs no event that its user logs in its own words', () => {
  const log = { warn: vi.fn(), error: vi.fn() }
  logSenderEvent({ log, chainId }, { kind: 'lease_lost' })
  expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []])
})
