import { setTimeout as sleep } from 'node:timers/promises'
import { chainIdOf, pollingIntervalFor, type ReadClient } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import { getTransfer, isTerminal, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import type { Run } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { readTransferId } from '../../input/readTransferId.js'
import { describeAttempts, describeStatus, describeTransfer } from '../../transfer/describeTransfer.js'
import { requireTransfer } from '../../transfer/requireTransfer.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const transferId = readTransferId(typed)
  const client = await context.openChain()
  const chainId = await chainIdOf(client)
  const found = await requireTransfer(client, transferId)
  const transfer = options.watch === true ? await untilItEnds(context, { client, chainId }, found) : found
  return { result: { ...transfer, chainId }, text: describeTransfer(transfer, context.terminal.paint) }
}

/** Says every change; a node that does not answer is asked again. */
async function untilItEnds(
  { terminal, signal }: Context,
  { client, chainId }: { client: ReadClient; chainId: number },
  found: ProtectedTransfer,
): Promise<ProtectedTransfer> {
  const summary = (transfer: ProtectedTransfer) =>
    [`transfer ${transfer.transferId} is ${describeStatus(transfer)}`, describeAttempts(transfer)]
      .filter(Boolean)
      .join(', ')
  let last = found
  terminal.say(summary(last))
  return terminal.during('waiting for its end', async (update) => {
    while (!isTerminal(last)) {
      await sleep(pollingIntervalFor(chainId), undefined, { signal })
      try {
        const next = await getTransfer({ publicClient: client }, last.transferId)
        update('waiting for its end')
        if (summary(next) !== summary(last)) terminal.say(summary(next))
        last = next
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        update('the chain does not answer; asking again')
      }
    }
    return last
  })
}
