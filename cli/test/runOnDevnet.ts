import { overrideDeployment, PRIMARY_CHAIN_ID, STEALTH_ANNOUNCER_DEPLOY_BLOCK } from '@holdfast/sdk/chain'
import { runCli as run } from '../src/shell/runCli.js'

// Where a devnet begins. Before it are two million empty blocks, which only commands with a process of their own search.
overrideDeployment(PRIMARY_CHAIN_ID, {
  deployBlocks: { transfer: STEALTH_ANNOUNCER_DEPLOY_BLOCK, spendPolicyFactory: STEALTH_ANNOUNCER_DEPLOY_BLOCK },
})

/** Runs a command of a person on a devnet. */
export const runCli: typeof run = (words, host) => run(words, host)
