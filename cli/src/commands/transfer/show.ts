import { setTimeout as sleep } from 'node:timers/promises'
import { chainIdOf, pollingIntervalFor, type ReadClient } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { getTransfer, isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { readNow } from '../../chain/readNow.js'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { readTransferId } from '../../input/readNumber.js'
import { describeAttempts, describeStatus, describeTransfer, requireTransfer } from './describeTransfer.js'

export const command = defineCommand({
  summary: 'show a transfer, or watch it until it ends',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [{ flags: '--watch', describes: 'show every change until it is claimed, cancelled or returned' }],
  examples: [
    ['transfer 42', 'amount, parties, deadline, state'],
    ['transfer 42 --watch --json', 'for a script: waits, then prints how it ended'],
  ],
  result: {
    transferId: 'decimal text',
    sender: 'address',
    to: 'the only address that a claim can pay',
    amount: 'base units',
    deadline: 'ISO 8601: last second in which it can be claimed',
    attempts: 'wrong codes since the last `rekey`, 0 to 5',
    status: '`PENDING`, `LOCKED`, `CLAIMED`, `CANCELLED` or `RECLAIMED`',
    claimHash: 'commitment to its code',
    configId: 'id of its terms',
    chainId: 'number',
  },
  async run(context, { positionals: [typed], options }) {
    const transferId = readTransferId(typed)
    const client = await context.openChain()
    const chainId = await chainIdOf(client)
    const found = await requireTransfer(client, transferId)
    const transfer = options.watch === true ? await untilItEnds(context, { client, chainId }, found) : found
    const now = new Date((await readNow(client)) * 1_000)
    return { result: { ...transfer, chainId }, text: describeTransfer(transfer, now, context.terminal.paint) }
  },
})

/** Says every change; a node that does not answer is asked again. */
async function untilItEnds(
  { terminal, signal }: Context,
  { client, chainId }: { client: ReadClient; chainId: number },
  found: ProtectedTransfer,
): Promise<ProtectedTransfer> {
  const summarize = async (transfer: ProtectedTransfer) => {
    const now = new Date((await readNow(client)) * 1_000)
    return [`transfer ${transfer.transferId} is ${describeStatus(transfer, now)}`, describeAttempts(transfer)]
      .filter(Boolean)
      .join(', ')
  }
  let last = found
  let said = await summarize(last)
  terminal.say(said)
  return terminal.during('waiting for its end', async (update) => {
    while (!isTerminal(last)) {
      await sleep(pollingIntervalFor(chainId), undefined, { signal })
      try {
        const next = await getTransfer({ publicClient: client }, last.transferId)
        const summary = await summarize(next)
        update('waiting for its end')
        if (summary !== said) terminal.say(summary)
        said = summary
        last = next
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        update('the chain does not answer; asking again')
      }
    }
    return last
  })
}
