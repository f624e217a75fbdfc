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
import { speedOf } from './rows/speed.js'
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
  measureDiscovery,
]

console.log(`rows: ${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}\n`)
const recognition = await measureRecognition()
const speed = speedOf(recognition)
console.log(`Speed of this machine: ${speed.toFixed(2)}. "here" is what a goal of processor time comes to on it.\n`)
console.log(heading())
for (const row of recognition) console.log(line(row, speed))
for (const measureGroup of groups) for (const row of await measureGroup(speed)) console.log(line(row, speed))
console.log()
