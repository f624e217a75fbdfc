/**
 * The goals for the library's speed and weight in one table, each beside its baseline and a peer or lower bound of the
 * same run.
 */
import { cpus } from 'node:os'
import { measureAddresses } from './rows/addresses.js'
import { measureChecks } from './rows/checks.js'
import { measureDiscovery } from './rows/discovery.js'
import { measureHistory } from './rows/history.js'
import { measureImports } from './rows/imports.js'
import { measureKeys } from './rows/keys.js'
import { measureLogs } from './rows/logs.js'
import { measureRecognition } from './rows/recognition.js'
import { heading, line, type RowGroup } from './rows/row.js'
import { measureSizes } from './rows/sizes.js'
import { measureWrites } from './rows/writes.js'

const groups: readonly RowGroup[] = [
  measureWrites,
  measureChecks,
  measureHistory,
  measureLogs,
  measureKeys,
  measureAddresses,
  measureImports,
  measureSizes,
  measureRecognition,
  measureDiscovery,
]

console.log(`rows: ${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}\n`)
console.log(heading())
for (const measureGroup of groups) for (const row of await measureGroup()) console.log(line(row))
console.log()
