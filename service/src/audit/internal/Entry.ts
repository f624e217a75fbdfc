import type { AuditEvent, AuditWriter } from '../Audit.js'

/** A row to write, with what is written in the same transaction. */
export type Entry = {
  kind: AuditEvent['kind']
  /** Canonical JSON. */
  body: string
  along: Along | undefined
  /** Whether it needs a transaction of its own. */
  isAlone: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** A writer, and the value that it writes. */
export type Along = { writer: AuditWriter<unknown, unknown>; value: unknown }
