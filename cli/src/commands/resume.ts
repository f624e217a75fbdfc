import { BRIDGE_CHAINS, type ReadClient } from '@holdfast/sdk/chain'
import { describeError } from '@holdfast/sdk/errors'
import type { Address, Hash } from 'viem'
import { findChain } from '../chain/chooseChain.js'
import { defineCommand, type Outcome } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import type { Resume } from '../command/Resume.js'
import { CommandFailure, usageFailure } from '../failure/CommandFailure.js'
import { oneLine } from '../io/writeText.js'
import { knownBy, type Pending } from '../journal/Journal.js'

export const command = defineCommand({
  summary: 'find out how an interrupted command ended; without an id, list those under way',
  details:
    'Waits for transactions that were sent, and never sends one again. A signed spend from the Hub is submitted again, which cannot spend twice.',
  positionals: [{ name: 'id', describes: 'id that the interrupted command printed', isRequired: false }],
  options: [
    { flags: '--timeout <seconds>', describes: 'how long to wait, 120 by default' },
    { flags: '--forget', describes: 'remove it from the list without finding out' },
  ],
  examples: [
    ['resume', 'what is under way'],
    ['resume 1f0c9a3e', 'wait for it to end'],
  ],
  result: {
    pending: 'without an id: list of `id`, `command`, `chainId`, `facts` and `begunAt`',
    damaged: 'without an id: list of `id` and `file` of entries that cannot be read',
    id: 'of the entry',
    command: 'the command that began it; null for a damaged entry',
    isForgotten: 'true with --forget',
    outcome: 'the result that the command would have had, as far as the chain shows it',
  },
  async run(context, { positionals: [id], options }) {
    const { journal } = context
    const pending = journal.list()
    const damaged = journal.damaged()
    if (id === undefined) {
      const shown = pending.map(({ signed, ...known }) => known)
      const lines = [...pending.map(describe), ...damaged.map(({ file }) => `Damaged, and left out: ${oneLine(file)}`)]
      return { result: { pending: shown, damaged }, text: lines.join('\n') || 'Nothing is under way.' }
    }
    const broken = damaged.find((candidate) => candidate.id === id)
    if (broken !== undefined) return forgetDamaged(context, broken, options.forget === true)
    const one = pending.find((candidate) => candidate.id === id)
    if (one === undefined)
      throw usageFailure('unknown_pending', `Nothing is under way under ${id.slice(0, 80)}.`, [
        'holdfast resume lists what is.',
      ])
    const { command } = one
    if (options.forget === true) {
      journal.finish(id)
      return { result: { id, command, isForgotten: true }, text: `Forgotten: ${describe(one)}` }
    }
    try {
      const { result, text, exit } = await goOn(context, one)
      journal.finish(id)
      return { result: { id, command, outcome: result }, text, ...(exit && { exit }) }
    } catch (error) {
      if (describeError(error).settles) journal.finish(id)
      throw error
    }
  },
})

/** What it named can only be looked up on the chain. */
function forgetDamaged(
  { journal }: Context,
  { id, file }: { id: string; file: string },
  isForgotten: boolean,
): Outcome {
  if (!isForgotten)
    throw new CommandFailure('failed', 'journal_unreadable', `${file} is damaged, and names something under way.`, [
      `Look up the last transaction of the wallet, then: holdfast resume ${id} --forget`,
    ])
  journal.finish(id)
  return { result: { id, command: null, isForgotten }, text: `Forgotten: ${oneLine(file)}` }
}

async function goOn(context: Context, pending: Pending) {
  const { journal, terminal, signal, timeoutMs } = context
  const client = await openChainOf(context, pending)
  // From here on this run answers for it, also when it is stopped.
  journal.keep(pending)
  const { resume } = await (resumes[pending.command] ?? onlyMined)()
  const { facts } = pending
  // Each command with a transaction writes its hash; the others do not read this.
  const txHash = facts.txHash as Hash
  // Written by the command that began it, where its account counts by itself.
  const sent = facts.nonce === undefined ? {} : { sender: facts.sender as Address, nonce: Number(facts.nonce) }
  return terminal.during(`waiting for ${knownBy(pending)}`, (update) =>
    resume(
      { ...pending, client, txHash, options: { signal, timeoutMs, chainId: pending.chainId, ...sent }, update },
      context,
    ),
  )
}

/** The chain it is under way on, unless another one was asked for. */
async function openChainOf({ settings, openChain }: Context, { chainId }: Pending): Promise<ReadClient> {
  const named = findChain(settings.chain.value ?? '')
  const isMeant = named !== undefined && BRIDGE_CHAINS[named].chainId === chainId
  if (isMeant || settings.chain.origin !== 'option') return openChain(chainId)
  throw usageFailure(
    'wrong_chain',
    `That is under way on chain ${chainId}, and ${settings.chain.value} was asked for.`,
    [`Add --chain ${chainId}.`],
  )
}

/** Once it is mined, what has become of the box. */
const resumeBox = () => import('./box/describeBox.js')

/** By the command that began it. Where only being mined matters, nothing is listed. */
const resumes: Readonly<Record<string, () => Promise<{ resume: Resume }>>> = {
  send: () => import('./transfer/lockPayment.js'),
  'link create': () => import('./link/create.js'),
  'link claim': () => import('./transfer/claim.js'),
  claim: () => import('./transfer/claim.js'),
  'hub deposit': () => import('./hub/deposit.js'),
  'hub send': () => import('./hub/followSpend.js'),
  'bridge send': () => import('./bridge/send.js'),
  'claim --gasless': () => import('./transfer/claimWays.js'),
  'link claim --gasless': () => import('./transfer/claimWays.js'),
  'box create': resumeBox,
  'box create --relayed': () => import('./box/makeBox.js'),
  'box fund': resumeBox,
  'box pay': resumeBox,
  'box pull': resumeBox,
  'box sweep': resumeBox,
  'vault fund': resumeBox,
}

const onlyMined = () => import('../command/Resume.js')

function describe(pending: Pending): string {
  const { id, command, begunAt, chainId } = pending
  return oneLine(`${id}  ${command}, begun ${begunAt} on chain ${chainId}: ${knownBy(pending)}`)
}
