import { expect, test } from 'vitest'
import type { AuditEvent } from './Audit.js'
import { createTally } from './createTally.js'
import { tallied } from './Refusal.js'

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

function open() {
  const clock = { now: 1_000, setBack: 0 }
  const rows: AuditEvent['body'][] = []
  const audit = {
    append: async ({ body }: AuditEvent) => {
      rows.push(body)
    },
  }
  return {
    clock,
    rows,
    ...createTally({ audit, log: silent, now: () => clock.now - clock.setBack, elapsed: () => clock.now }),
  }
}

test('default: a million refusals are two rows an hour for each reason, kind and chain', async () => {
  const { clock, rows, note, stop } = open()
  const refusal = { reason: 'fee_ceiling', kind: 'gas', chainId: 1 }
  for (let times = 0; times < 1_000_000; times++) note(tallied(refusal))
  note(tallied({ ...refusal, chainId: 2 }))
  const said = { reason: 'fee_ceiling', operationKind: 'gas', chain: 1, since: 1_000 }
  expect(rows).toEqual([
    { ...said, count: 1 },
    { ...said, chain: 2, count: 1 },
  ])
  clock.now += 3_600_000
  note(tallied(refusal))
  expect(rows.slice(2)).toEqual([
    { ...said, count: 999_999 },
    { ...said, since: clock.now, count: 1 },
  ])
  note(tallied(refusal))
  await stop()
  expect(rows.slice(4)).toEqual([{ ...said, since: clock.now, count: 1 }])
})

test('behavior: keeps the details of the first event', async () => {
  const { rows, note, stop } = open()
  for (const account of ['0xa', '0xb', '0xc'])
    note({ kind: 'veto', sort: { code: 'unknown_account' }, details: { account, code: 'another' } })
  await stop()
  expect(rows).toEqual([
    { code: 'unknown_account', account: '0xa', count: 1, since: 1_000 },
    { code: 'unknown_account', count: 2, since: 1_000 },
  ])
})

test('behavior: a clock that is set back keeps no count permanently', () => {
  const { clock, rows, note } = open()
  clock.now = 10 * 3_600_000
  const refusal = { reason: 'quota_exceeded', kind: 'claim', chainId: 1 }
  note(tallied(refusal))
  note(tallied(refusal))
  clock.setBack = 9 * 3_600_000
  clock.now += 3_600_000
  note(tallied(refusal))
  expect(rows.map(({ count, since }) => [count, since])).toEqual([
    [1, 36_000_000],
    [1, 36_000_000],
    [1, 7_200_000],
  ])
})

test('error: an audit that cannot be written to delays no request', async () => {
  const audit = { append: () => Promise.reject(new Error('gone')) }
  const errors: string[] = []
  const log = { ...silent, error: (message: string) => void errors.push(message) }
  const { note, stop } = createTally({ audit, log, now: () => 0 })
  note(tallied({ reason: 'relayer_depleted', kind: 'gas', chainId: 1 }))
  note(tallied({ reason: 'relayer_depleted', kind: 'gas', chainId: 1 }))
  await stop()
  expect(errors).toEqual(['a decision could not be recorded', 'a decision could not be recorded'])
})
