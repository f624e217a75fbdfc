import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import { describeError } from '@holdfast/sdk/errors'
import { isOpen, isReturnable, listSentTransfers, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { type SendUpdate, watchSends } from '@holdfast/sdk/watch'
import { type Address, zeroAddress } from 'viem'
import { readNow } from '../../chain/readNow.js'
import { defineCommand, type Tell } from '../../command/Command.js'
import { type Context, untilStopped } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { readSpan } from '../../input/readTime.js'
import { oneLine } from '../../io/writeText.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { readPayer } from '../../wallet/findWallet.js'
import { prepareRecall, type Recall } from './prepareRecall.js'

export const command = defineCommand({
  summary:
    'check your unclaimed payments again and again; with --recall, take back those that the firewall blocks later',
  details:
    'Runs until Ctrl-C, in your own process: no service learns what you would cancel. Evidence that appears after a send counts: you later pay the address that the recipient imitates, or the recipient signs a bait. Each finding is a line on standard error, or with --json a JSON line on standard output.\nWith --recall a cancellation is signed for each payment that is open now, valid until its deadline and void after a `rekey`. It is used only where the firewall would block a first payment to that recipient on evidence that no third party can forge; forged baits, addresses that only paid you and imported contacts only notify. Payments that `send` has made against the advice of the firewall, by an acknowledged report, are never taken back; those of other programs are unless --except names them. With --arm-new payments that are made while it runs are armed as well, unless the first check blocks them.\nAddresses that ask for the release of a link are judged and reported.',
  wallet: 'signs',
  options: [
    { flags: '--recall', describes: 'sign cancellations now, and use them under the rules above' },
    { flags: '--except <ids>', describes: 'transfers that are never taken back, separated by commas' },
    {
      flags: '--arm-new',
      describes: 'with --recall: also sign cancellations for payments that are made while it runs',
    },
    {
      flags: '--from <address>',
      describes: 'address whose payments are watched; not with --recall, which is for the wallet',
    },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
    { flags: '--interval <span>', describes: 'time between two checks', default: '15s' },
  ],
  examples: [
    ['watch --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'only notifies, and needs no wallet'],
    ['watch --recall --except 42 --account 0', 'shows what it may cancel, asks, watches'],
  ],
  result: {
    sender: 'address whose payments are watched',
    chainId: 'number',
    open: 'list of `transferId`, `recipient` and `amount` of the payments that are open now',
    armed: 'list of the ids that may be taken back',
    acknowledged: 'list of the open ids that were sent against the advice of the firewall, and are never taken back',
  },
  async run(context, input) {
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
        : await prepareRecall(context, wallet, input, { chainId, open })
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
      text: `Watching the open payments of ${sender}: ${open.length}, of which ${armed.length} may be taken back. Ctrl-C stops.`,
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
  },
})

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
