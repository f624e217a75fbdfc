import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import { describeError } from '@holdfast/sdk/errors'
import { isOpen, isReturnable, listSentTransfers, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type SendUpdate, watchSends } from '@holdfast/sdk/watch'
import { type Address, zeroAddress } from 'viem'
import { readNow } from '../../chain/readNow.js'
import type { Run, Tell } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { untilStopped } from '../../command/untilStopped.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { readSpan } from '../../input/readSpan.js'
import { oneLine } from '../../io/printable.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { readPayer } from '../../wallet/readPayer.js'
import { prepareRecall, type Recall } from './prepareRecall.js'

export const run: Run = async (context, input) => {
  const { options } = input
  const isRecalling = options.recall === true
  if (isRecalling && options.from !== undefined)
    throw usageFailure('usage', '--recall is for the payments of the wallet: leave --from out.')
  if (options.armNew === true && !isRecalling) throw usageFailure('usage', '--arm-new needs --recall.')
  const pollingIntervalMs = readSpan('--interval', options.interval) * 1_000
  const wallet = isRecalling ? await context.openWallet() : undefined
  const client = wallet?.publicClient ?? (await context.openChain())
  const sender = wallet?.walletClient.account.address ?? (await readPayer(context, options.from))
  const chainId = await chainIdOf(client)
  const open = await findOpen(context, client, sender)
  const recall: Recall =
    wallet === undefined
      ? { cancels: [], acknowledged: [] }
      : await prepareRecall(context, input, wallet, { chainId, open })
  const { cancels, arm, acknowledged } = recall
  const { contacts, importedContacts, pairs, provider } = payerOptions(context, input, sender, [{ chainId, client }])
  const armed = cancels.map(({ transferId }) => transferId)
  return {
    result: {
      sender,
      chainId,
      open: open.map(({ transferId, to, amount }) => ({
        transferId,
        recipient: to === zeroAddress ? null : to,
        amount,
      })),
      armed,
      acknowledged,
    },
    text: `Watching ${open.length} open payments of ${sender}; ${armed.length} of them may be taken back. Ctrl-C stops.`,
    async stay(tell) {
      const unwatch = watchSends(
        { publicClient: client, walletClient: wallet?.walletClient },
        { sender, cancels, arm },
        {
          onUpdate: (update) => tell(describeUpdate(update)),
          onError: (error) => context.terminal.say(`A source did not answer; asking again. ${codeOf(error)}`),
          checkOptions: { contacts, importedContacts, pairs, provider },
          pollingIntervalMs,
          write: { timeoutMs: context.timeoutMs },
        },
      )
      await untilStopped(context.signal)
      unwatch()
    },
  }
}

async function findOpen(context: Context, client: ReadClient, sender: Address): Promise<ProtectedTransfer[]> {
  const [sent, seconds] = await context.terminal.during('reading what is open', () =>
    Promise.all([listSentTransfers({ publicClient: client }, { sender }), readNow(client)]),
  )
  const now = new Date(seconds * 1_000)
  return sent.filter((one) => isOpen(one) && !isReturnable(one, now))
}

function describeUpdate(update: SendUpdate): Parameters<Tell>[0] {
  const { kind, transfer } = update
  const { transferId, amount } = transfer
  const what = `Transfer ${transferId}, ${writeAmount(amount)}`
  switch (update.kind) {
    case 'found':
    case 'release_requested': {
      const { recipient, report } = update
      const { level, reasons } = report
      const against = reasons.filter(({ severity }) => severity !== 'safe')
      const isRecallable = update.kind === 'found' && update.isRecallable
      const asks = update.kind === 'found' ? `to ${recipient}` : `${recipient} asks for the release`
      return {
        json: { event: kind, transferId, recipient, level, reasons, isRecallable },
        text: [
          `${what}: ${asks}: ${level}`,
          ...against.map(({ code, message }) => `  ${code}  ${oneLine(message)}`),
        ].join('\n'),
      }
    }
    case 'armed':
      return {
        json: { event: kind, transferId },
        text: `${what}: may be taken back from now on.`,
      }
    case 'recalled':
      return {
        json: { event: kind, transferId, amount, txHash: update.txHash },
        text: `${what}: taken back.\n  transaction  ${update.txHash}`,
      }
    case 'recall_failed':
      return {
        json: { event: kind, transferId, code: codeOf(update.error) },
        text: `${what}: taking it back failed (${codeOf(update.error)}); it is tried again.`,
      }
    case 'cancel_void':
      return {
        json: { event: kind, transferId, reason: update.reason },
        text: `${what}: its cancellation is void: ${voidTexts[update.reason]}. Start the watch again to sign another one.`,
      }
    case 'ended':
      return {
        json: { event: kind, transferId, status: transfer.status },
        text: `${what}: ${transfer.status === 'PENDING' ? 'past its deadline' : transfer.status}.`,
      }
  }
}

const voidTexts = { rekeyed: 'the transfer has another code', expired: 'its time is over' } as const

function codeOf(error: unknown): string {
  return describeError(error).code ?? 'unexpected'
}
