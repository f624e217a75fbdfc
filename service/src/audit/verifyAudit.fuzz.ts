import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AUDIT_KINDS, type AuditRow } from './Audit.js'
import { GENESIS, linked } from './internal/link.js'
import { verifyAudit } from './verifyAudit.js'

type Event = Pick<AuditRow, 'kind' | 'body'>

function chainOf(events: readonly Event[]): AuditRow[] {
  let previous = GENESIS
  return events.map((event, index) => {
    const row = linked({ instance: 'a', seq: index + 1, time: 1_000 + index, ...event, previous })
    previous = row.hash
    return row
  })
}

const event = fc.record({ kind: fc.constantFrom(...AUDIT_KINDS), body: fc.string() })
const chain = fc.array(event, { minLength: 3, maxLength: 30 }).map(chainOf)
const place = fc.nat()

test('property: an unchanged chain has no faults', () => {
  fc.assert(
    fc.property(chain, (rows) => {
      expect(verifyAudit(rows)).toEqual({
        rows: rows.length,
        head: { seq: rows.length, hash: rows.at(-1)?.hash, time: rows.at(-1)?.time },
        faults: [],
      })
    }),
    runs(300, 3_000),
  )
})

test('property: a changed row is found at its place, whichever field changed', () => {
  const field = fc.constantFrom('instance', 'time', 'kind', 'body', 'previous', 'hash', 'seq')
  fc.assert(
    fc.property(chain, place, field, (rows, at, name) => {
      const row = rows[at % rows.length] as AuditRow
      const { seq } = row
      Object.assign(row, { [name]: typeof row[name] === 'number' ? row[name] + 1 : `${row[name]}x` })
      const { faults } = verifyAudit(rows)
      expect(faults.some((fault) => fault.seq === seq || fault.seq === seq + 1)).toBe(true)
    }),
    runs(300, 3_000),
  )
})

test('property: a rewritten row with a correct hash breaks the link of the next row', () => {
  fc.assert(
    fc.property(chain, place, (rows, at) => {
      const index = at % (rows.length - 1)
      const row = rows[index] as AuditRow
      rows[index] = linked({ ...row, body: `${row.body}x` })
      expect(verifyAudit(rows).faults).toEqual([{ seq: row.seq + 1, fault: 'unlinked' }])
    }),
    runs(300, 3_000),
  )
})

test('property: the rows after any row verify from it, and from no other row', () => {
  fc.assert(
    fc.property(chain, place, (rows, at) => {
      const index = at % (rows.length - 1)
      const { seq, hash } = rows[index] as AuditRow
      const rest = rows.slice(index + 1)
      expect(verifyAudit(rest, { seq, hash }).faults).toEqual([])
      expect(verifyAudit(rest, { seq, hash: `${hash}x` }).faults).toEqual([{ seq: seq + 1, fault: 'unlinked' }])
      expect(verifyAudit(rest, { seq: seq - 1, hash }).faults).toEqual([{ seq, fault: 'removed', count: 1 }])
      expect(verifyAudit(rest, { seq: seq + 1, hash }).faults).toContainEqual({ seq: seq + 1, fault: 'inserted' })
      // Without its checkpoint its beginning is missing.
      expect(verifyAudit(rest).faults).toEqual([{ seq: 1, fault: 'removed', count: seq }])
    }),
    runs(300, 3_000),
  )
})

test('property: a row that claims to be of another kind is found', () => {
  fc.assert(
    fc.property(chain, place, fc.constantFrom(...AUDIT_KINDS), (rows, at, kind) => {
      const row = rows[at % rows.length] as AuditRow
      const isOther = row.kind !== kind
      row.kind = kind
      expect(verifyAudit(rows).faults).toEqual(isOther ? [{ seq: row.seq, fault: 'changed' }] : [])
    }),
    runs(300, 3_000),
  )
})

test('property: removed, inserted and reordered rows are found', () => {
  fc.assert(
    fc.property(chain, place, place, (rows, from, to) => {
      const index = from % (rows.length - 1)
      const row = rows[index] as AuditRow
      const removed = rows.filter((_, place) => place !== index)
      expect(verifyAudit(removed).faults).toEqual([{ seq: row.seq, fault: 'removed', count: 1 }])
      const inserted = rows.toSpliced(index + 1, 0, linked({ ...row, body: 'x' }))
      expect(verifyAudit(inserted).faults).toContainEqual({ seq: row.seq, fault: 'inserted' })
      const target = to % rows.length
      const moved = rows.toSpliced(index, 1).toSpliced(target, 0, row)
      if (target !== index) expect(verifyAudit(moved).faults.length).toBeGreaterThan(0)
    }),
    runs(300, 3_000),
  )
})

test('behavior: a chain that was cut off verifies by itself, and fails against a head that was kept', () => {
  const rows = chainOf(['a', 'b', 'c'].map((body) => ({ kind: 'sign', body })))
  expect(verifyAudit(rows.slice(0, 2))).toMatchObject({ head: { seq: 2 }, faults: [] })
  expect(verifyAudit(rows.slice(2), { seq: 2, hash: `${rows[1]?.hash}` }).faults).toEqual([])
})
