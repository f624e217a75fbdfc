import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@holdfast/devnet'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { learnSecrets, traceOutput, traceText } from '@holdfast/testkit/secretTrace'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { buildCli } from './buildCli.js'
import { commandRunner } from './commandRunner.js'
import { createUser, type User } from './createUser.js'

/** A devnet, and people with a terminal in front of it. */
export type CliStage = {
  devnet: Devnet
  bin: string
  /** A user with a home of their own and a fresh key in the environment; 1,000 USDC by default. */
  user: (funds?: bigint) => Promise<User>
  stop: () => Promise<void>
}

/** Starts the stage of one test file. */
export async function startCliStage(): Promise<CliStage> {
  const [devnet, bin, run] = await Promise.all([startDevnet({ blockTimeMs: 50 }), buildCli(), commandRunner()])
  const { rpcUrl, explorerApi, fund } = devnet.primary
  const running = new Set<ChildProcess>()
  const homes = mkdtempSync(join(SCRATCH, 'holdfast-cli-'))
  return {
    devnet,
    bin,
    async user(funds = 1_000_000_000n) {
      const privateKey = generatePrivateKey()
      const { address } = privateKeyToAccount(privateKey)
      await fund(address, funds)
      const home = join(homes, address)
      mkdirSync(home)
      return createUser({ bin, run, address, privateKey, home, rpcUrl, explorerApi, running })
    },
    async stop() {
      // A test that failed has stopped nothing.
      for (const { pid, exitCode, signalCode } of running)
        if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
      await devnet.stop()
      for (const entry of readdirSync(homes, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path, 'utf8')
        if (isKept(path)) traceText('a journal or list of the command line', text)
        // A file that was made for a secret holds nothing else.
        else if (!learnSecrets(text)) traceOutput('a file that a command has written', text)
      }
      rmSync(homes, { recursive: true, force: true })
    },
  }
}

/** What the command line itself keeps: journals, settings, lists. */
function isKept(file: string): boolean {
  return /\/(state|config)\/.*\.json$/.test(file)
}
