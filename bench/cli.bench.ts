/**
 * Start time of the command line: help of all commands and of one, against a Node that does nothing; and the cost of
 * taking the key from a keystore instead of the environment.
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

const run = promisify(execFile)
const bin = fileURLToPath(new URL('../cli/dist/bin.js', import.meta.url))

/** Fails when no help was printed, because the work was then not done. */
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

/** Reads the history of the wallet's own address; an answer proves that the key was opened. */
async function history(env: Record<string, string>): Promise<void> {
  const endpoints = { HOLDFAST_RPC_URL: primary.rpcUrl, HOLDFAST_EXPLORER_API: primary.explorerApi }
  const { stdout } = await run(process.execPath, [bin, 'history', '--json'], {
    env: { HOME: home, ...endpoints, ...env },
  })
  if (JSON.parse(stdout).result.address !== address) throw new Error('holdfast history returned another address.')
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
).finally(async () => {
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
