/**
 * How long the command line takes to start: help of all commands and of one, against a Node that does nothing; what it
 * costs to take the key from a keystore instead of the environment; and the processor time of commands with one answer of the
 * network, beside the same question asked by Foundry's `cast`.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDevnet } from '@holdfast/devnet'
import { writeKeystore } from '@holdfast/testkit/writeKeystore'
import { header, measure, row } from './measure.js'

const runs = 15
const budgetMs = 300
/** Of processor time, for a command with one answer of the network. Over it, the benchmark fails. */
const barMs = 300

const run = promisify(execFile)
const bin = fileURLToPath(new URL('../cli/dist/bin.js', import.meta.url))

/** A command that prints no help has not done the work. */
async function help(...words: string[]): Promise<void> {
  const { stdout } = await run(process.execPath, [bin, ...words, '--help'])
  if (!stdout.startsWith('Usage: holdfast')) throw new Error(`holdfast ${words.join(' ')} --help printed no help.`)
}

const { primary, stop } = await startDevnet()
const home = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const [{ address, privateKey }] = primary.accounts as [(typeof primary.accounts)[number]]
const [keystore, password] = [join(home, 'keystore.json'), join(home, 'password')]
writeKeystore(keystore, privateKey, 'password')
writeFileSync(password, 'password')

/** A question about the wallet's own address: an answer shows that the key was opened. */
async function history(env: Record<string, string>): Promise<void> {
  const endpoints = { HOLDFAST_RPC_URL: primary.rpcUrl, HOLDFAST_EXPLORER_API: primary.explorerApi }
  const { stdout } = await run(process.execPath, [bin, 'history', '--json'], {
    env: { HOME: home, ...endpoints, ...env },
  })
  if (JSON.parse(stdout).result.address !== address) throw new Error('holdfast history returned another address.')
}

let processorTimes: ReadonlyMap<string, readonly number[]> = new Map()

/**
 * Seconds of processor time that a program and its children use, as the shell counts them.
 *
 * @param answer - Part of what it must print: a program that prints something else has not done the work.
 */
async function processorTime(program: string, args: readonly string[], answer: string): Promise<number> {
  const endpoints = { HOLDFAST_RPC_URL: primary.rpcUrl, HOLDFAST_EXPLORER_API: primary.explorerApi }
  const script = 'TIMEFORMAT=\'%U %S\'; time "$@" 2>/dev/null; true'
  const { stdout, stderr } = await run('bash', ['-c', script, 'bash', program, ...args], {
    env: { HOME: home, ...endpoints },
  })
  if (!stdout.includes(answer)) throw new Error(`${program} ${args.join(' ')} did not print ${answer}.`)
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number)
  return user + system
}

async function measureProcessorTimes(): Promise<ReadonlyMap<string, readonly number[]>> {
  const other = primary.accounts[1]?.address ?? address
  const question = ['call', primary.usdc, 'balanceOf(address)(uint256)', address, '--rpc-url', primary.rpcUrl]
  const cast = fileURLToPath(new URL('../node_modules/.bin/cast', import.meta.url))
  const programs: readonly (readonly [name: string, program: string, args: readonly string[], answer: string])[] = [
    ['holdfast check', process.execPath, [bin, 'check', other, '--from', address, '--json'], 'NEW_ADDRESS'],
    ['holdfast transfer', process.execPath, [bin, 'transfer', '1', '--json'], 'transfer_unavailable'],
    ['cast call', cast, question, '10000000000'],
    ['node -e 0', process.execPath, ['-e', 'console.log(0)'], '0'],
  ]
  const times = new Map(programs.map(([name]) => [name, [] as number[]]))
  // In turns, so that a busy moment of the machine meets all of them.
  for (let turn = 0; turn < runs; turn++)
    for (const [name, program, args, answer] of programs)
      times.get(name)?.push(await processorTime(program, args, answer))
  return times
}

console.log(`cli: a process each, from its start to its end; the budget is ${budgetMs} ms`)
console.log(`${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}, ${runs} runs each\n`)
const times = await measure(
  {
    node: () => run(process.execPath, ['-e', '0']),
    all: () => help(),
    one: () => help('check'),
    variable: () => history({ HOLDFAST_PRIVATE_KEY: privateKey }),
    keystore: () => history({ HOLDFAST_KEYSTORE: keystore, HOLDFAST_KEYSTORE_PASSWORD_FILE: password }),
  },
  runs,
)
  .then(async (all) => {
    processorTimes = await measureProcessorTimes()
    return all
  })
  .finally(async () => {
    await stop()
    rmSync(home, { recursive: true })
  })
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
console.log(row('holdfast history, key in the environment', times.variable))
console.log(row('holdfast history, key in a keystore', times.keystore, times.variable))
console.log()

// Other load of the machine, which empties the caches, only adds to a run: the fastest one shows how much of it there was.
console.log(`processor time of a process, user and system; the bar of holdfast is ${barMs} ms at the median`)
console.log(`${' '.repeat(46)} median   fastest`)
for (const [name, seconds] of processorTimes) {
  const sorted = seconds.map((one) => 1_000 * one).toSorted((a, b) => a - b)
  const [fastest, middle] = [sorted[0] ?? Number.NaN, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN]
  const [shown, least] = [middle, fastest].map((one) => `${one.toFixed(0)} ms`.padStart(9))
  // Not `<=`: no figure is a failure as well.
  const isOver = name.startsWith('holdfast') && !(middle <= barMs)
  console.log(`${name.padEnd(44)}${shown} ${least}${isOver ? ', over the bar' : ''}`)
  if (isOver) process.exitCode = 1
}
console.log()
