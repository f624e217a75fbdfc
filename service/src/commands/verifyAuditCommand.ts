import { readFileSync } from 'node:fs'
import type { AuditHead } from '../audit/verifyAudit.js'
import { verifyAuditStore } from '../audit/verifyAuditStore.js'
import { ConfigError } from '../config/ConfigError.js'
import { parseConfig } from '../config/parseConfig.js'
import { openStore } from '../store/openStore.js'
import type { Command } from './Command.js'

/** `verify-audit [heads.json] [--data-dir copy]`: faults in the audit of a store, and the end of every chain. */
export const verifyAuditCommand: Command = async (env, argv) => {
  const [file = '', ...rest] = argv
  const hasHeads = file !== '' && !file.startsWith('--')
  const { store: place, retention } = parseConfig(env, hasHeads ? rest : argv)
  const heads = hasHeads ? readHeads(file) : undefined
  const store = await openStore({ store: place })
  try {
    const keptSince = Date.now() - retention.auditDays * 86_400_000
    const { ok, chains, unrecordedSignatures, unrecordedOperations } = await verifyAuditStore(store, {
      heads,
      keptSince,
    })
    const faults = chains.flatMap(({ instance, faults, holdsHead }) => [
      ...faults.map((fault) => ({ instance, ...fault })),
      ...(holdsHead ? [] : [{ instance, fault: 'cut off' }]),
    ])
    const ends = Object.fromEntries(chains.map(({ instance, head }) => [instance, head]))
    return { ok, report: { ok, faults, unrecordedSignatures, unrecordedOperations, heads: ends } }
  } finally {
    await store.close()
  }
}

/** An earlier report, which contains the heads of that time. */
function readHeads(file: string): Record<string, AuditHead> {
  try {
    // Checked below; any other value throws, and is refused.
    const { heads } = JSON.parse(readFileSync(file, 'utf8')) as { heads?: Record<string, AuditHead> }
    const isHead = (head: AuditHead) => Number.isSafeInteger(head.seq) && typeof head.hash === 'string'
    if (heads && Object.values(heads).every(isHead)) return heads
  } catch {
    // Reported below.
  }
  throw new ConfigError([{ setting: 'verify-audit', fault: 'the file is not an earlier report' }])
}
