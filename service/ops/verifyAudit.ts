/**
 * Verifies the audit of a store: `verifyAudit.ts [heads.json] [--data-dir copy]`, with the settings of the service. Prints
 * what it found and the end of every chain; exits with 1 when something is wrong.
 */
import { readFileSync, writeSync } from 'node:fs'
import { verifyAuditStore } from '../src/audit/verifyAuditStore.js'
import { parseConfig } from '../src/config/parseConfig.js'
import { openStore } from '../src/store/openStore.js'

const [file, ...rest] = process.argv.slice(2)
const hasHeads = file !== undefined && !file.startsWith('--')
const heads = hasHeads ? JSON.parse(readFileSync(file, 'utf8')).heads : undefined
const { store: place } = parseConfig(process.env, hasHeads ? rest : process.argv.slice(2))
const store = await openStore({ store: place })
try {
  const { ok, chains, unrecordedSignatures } = await verifyAuditStore(store, { heads })
  const faults = chains.flatMap(({ instance, faults, holdsHead }) => [
    ...faults.map((fault) => ({ instance, ...fault })),
    ...(holdsHead ? [] : [{ instance, fault: 'cut off' }]),
  ])
  const report = {
    ok,
    faults,
    unrecordedSignatures,
    heads: Object.fromEntries(chains.map((c) => [c.instance, c.head])),
  }
  writeSync(1, `${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = ok ? 0 : 1
} finally {
  await store.close()
}
