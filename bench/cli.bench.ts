/** How long the command line takes to start: help of all commands and of one, against a Node that does nothing. */
import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { header, measure, row } from './measure.js'

const runs = 15
const budgetMs = 300

const run = promisify(execFile)
const bin = fileURLToPath(new URL('../cli/dist/bin.js', import.meta.url))

/** Whoever prints no help has not done the work. */
async function help(...words: string[]): Promise<void> {
  const { stdout } = await run(process.execPath, [bin, ...words, '--help'])
  if (!stdout.startsWith('Usage: holdfast')) throw new Error(`holdfast ${words.join(' ')} --help printed no help.`)
}

console.log(`cli: a process each, from its start to its end; the budget is ${budgetMs} ms`)
console.log(`${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, ${runs} runs each\n`)
const times = await measure(
  {
    node: () => run(process.execPath, ['-e', '0']),
    all: () => help(),
    one: () => help('check'),
  },
  runs,
)
console.log(header)
console.log(row('node -e 0', times.node))
for (const [name, time] of [
  ['holdfast --help', times.all],
  ['holdfast check --help', times.one],
] as const) {
  console.log(row(name, time, times.node))
  const kept = time.median <= budgetMs ? 'within' : 'over'
  console.log(`  ${(time.median / times.node.median).toFixed(2)} times a bare Node, ${kept} the budget`)
}
console.log()
