import { createHash } from 'node:crypto'
import type { AuditRow } from '../Audit.js'

/** The previous hash of the first row of a chain. */
export const GENESIS = `0x${'0'.repeat(64)}`

/** A row with its hash: SHA-256 over a JSON list of all its other fields, which no two rows can share. */
export function linked(row: Omit<AuditRow, 'hash'>): AuditRow {
  return { ...row, hash: hashOf(row) }
}

export function hashOf({ instance, seq, time, kind, body, previous }: Omit<AuditRow, 'hash'>): string {
  const text = JSON.stringify(['holdfast:audit:v1', instance, seq, time, kind, body, previous])
  return `0x${createHash('sha256').update(text).digest('hex')}`
}
