/** Cost of importing the built SDK in a new Node, beside viem alone, which it needs. */
import { spawnSync } from 'node:child_process'
import { median } from './processorTime.js'
import type { RowGroup } from './row.js'

const runs = 7
const program = `const start = process.cpuUsage()
await import(process.argv[1])
const { user, system } = process.cpuUsage(start)
console.log((user + system) / 1e3)`

/** Processor milliseconds of one import in a process of its own. */
function importOnce(module: string): number {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, module], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return Number(stdout)
}

export const measureImports: RowGroup = async () => {
  const modules = ['@holdfast/sdk', '@holdfast/sdk/risk', 'viem'] as const
  const rounds = Array.from({ length: runs }, () => modules.map(importOnce))
  const [whole, risk, viem] = modules.map((_, at) => median(rounds.map((times) => times[at] as number))) as [
    number,
    number,
    number,
  ]
  const peer = { name: 'viem alone', value: viem }
  return [
    {
      what: 'import of the built SDK',
      unit: 'ms',
      baseline: '165 to 350',
      goal: 100,
      isProcessorTime: true,
      ours: whole,
      peer,
    },
    { what: 'import of `risk` alone', unit: 'ms', baseline: '–', goal: 60, isProcessorTime: true, ours: risk, peer },
  ]
}
