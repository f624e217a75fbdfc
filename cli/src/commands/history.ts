import { deploymentOf, formatUsdc } from '@holdfast/sdk/chain'
import { LogsIncompleteError } from '@holdfast/sdk/errors'
import {
  type ActivityItem,
  type FilteredEntry,
  getCleanHistory,
  type HistoryEntry,
  mergeActivity,
} from '@holdfast/sdk/history'
import { findLinkPayments } from '@holdfast/sdk/links'
import { listSentTransfers, type ProtectedTransfer } from '@holdfast/sdk/transfer'
import { formatUnits, isAddressEqual, zeroAddress } from 'viem'
import { defineCommand } from '../command/Command.js'
import { findAddress, readAddresses } from '../input/readAddress.js'
import { type Paint, printable } from '../io/writeText.js'

export const command = defineCommand({
  summary: 'show the token history of an address, without what was planted in it',
  details:
    'A protected transfer is one row, with its recipient and state. Zero-value rows and unknown tokens are hidden; dust and impostors are marked, and hidden with --strict. Never copy an address from a history.',
  wallet: 'names',
  positionals: [
    { name: 'address', describes: 'account whose history is shown; by default the wallet', isRequired: false },
  ],
  options: [
    { flags: '--links', describes: 'name payments by link, which reads the logs of the transfer contract' },
    { flags: '--spam', describes: 'show what was hidden, and why' },
    { flags: '--strict', describes: 'hide dust and impostors as well' },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  ],
  examples: [
    ['history 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'payments, newest first'],
    ['history --account 0 --spam', 'also the rows that others planted'],
  ],
  result: {
    address: 'whose history',
    chainId: 'number',
    entries:
      'list, newest first: `txHash`, `direction` (`in`, `out`), `counterparty`, `kind`, `via` of a mint (`bridge`, `hub`) where it is known, `amount` (smallest unit of the token), `decimals`, `tokenAddress`, `tokenSymbol`, `timestamp`, `purpose` (`link_payment`, with --links), and `suspect` (`DUST`, `IMPOSTOR`) where it is',
    sent: 'list of the protected transfers of the address, newest first: `transferId`, `to`, `amount`, `status`, `deadline`, `txHash` of its row in `entries`, else null, and `suspect` (`IMPOSTOR`) where the recipient resembles an earlier payee; null where they could not be read',
    filtered: 'list of the same with `reason`: `ZERO_VALUE`, `UNKNOWN_TOKEN`, `DUST` or `IMPOSTOR`; always there',
    complete: 'false where older rows could not be read',
  },
  async run(context, { positionals: [typed], options }) {
    const { terminal, signal } = context
    const payees = readAddresses('--contact', options.contact)
    const named = findAddress('address', typed)
    const client = await context.openChain()
    const { id: chainId, transferContract: contract } = await deploymentOf(client)
    const address = named ?? (await context.openWallet()).walletClient.account.address
    const clients = { publicClient: client }
    const [history, sent] = await terminal.during('reading the history', async () => {
      const isNamed = options.links === true
      const linkPayments = isNamed ? await findLinkPayments(clients, { account: address }) : undefined
      const found = await getCleanHistory(address, {
        chainId,
        payees,
        strict: options.strict === true,
        linkPayments,
        signal,
      })
      const rows = [...found.entries, ...found.filtered]
      // Each protected transfer has a row that pays the contract; without such a row its logs need not be read.
      const hasSent = !found.complete || rows.some(({ counterparty }) => isAddressEqual(counterparty, contract))
      return [
        found,
        hasSent ? await listSentTransfers(clients, { sender: address }).catch(unlessIncomplete) : [],
      ] as const
    })
    const { entries, filtered, complete } = history
    const items = mergeActivity({ chainId, address, payees, contract, entries, sent: sent ?? [], isComplete: complete })
    const hidden = options.spam === true ? filtered : filtered.length
    return {
      result: { address, chainId, entries, sent: sent && items.flatMap(describeSent), filtered, complete },
      text: describe({ items, hidden, complete, isSentKnown: sent !== undefined }, terminal.paint),
    }
  },
})

/** Where logs are missing, the rows are shown without the state of the transfers. */
function unlessIncomplete(error: unknown): undefined {
  if (!(error instanceof LogsIncompleteError)) throw error
}

function describeSent(item: ActivityItem) {
  if (item.kind !== 'sent') return []
  const { transferId, to, amount, status, deadline } = item.transfer
  const mark = item.suspect === undefined ? {} : { suspect: item.suspect }
  return { transferId, to, amount, status, deadline, txHash: item.entry?.txHash ?? null, ...mark }
}

type Shown = {
  items: readonly ActivityItem[]
  /** The hidden rows, or how many there are. */
  hidden: readonly FilteredEntry[] | number
  complete: boolean
  isSentKnown: boolean
}

function describe({ items, hidden, complete, isSentKnown }: Shown, paint: Paint): string {
  const count = typeof hidden === 'number' ? hidden : hidden.length
  const rest =
    typeof hidden === 'number'
      ? [paint.dim(`${count} more are hidden; --spam shows them.`)]
      : [paint.bold('Hidden:'), ...hidden.map((entry) => row(entry, paint))]
  return [
    ...items.map((item) => (item.kind === 'sent' ? sentRow(item, paint) : row(item.entry, paint, item.kind))),
    ...(items.length === 0 ? ['No payments.'] : []),
    ...(count > 0 ? ['', ...rest] : []),
    ...(complete ? [] : ['', paint.yellow('Older rows are missing.')]),
    ...(isSentKnown ? [] : ['', paint.yellow('The state of protected transfers could not be read.')]),
  ].join('\n')
}

function sentRow({ at, transfer, suspect }: Extract<ActivityItem, { kind: 'sent' }>, paint: Paint): string {
  const { amount, to, transferId, status, deadline } = transfer
  const until = status === 'PENDING' ? `, until ${deadline.toISOString()}` : ''
  const payee = to === zeroAddress ? 'the holder of a link' : to
  const state = `transfer ${transferId}, ${states[status]}${until}`
  const time = at?.toISOString().slice(0, 19) ?? 'just now'.padEnd(19)
  const value = `-${formatUsdc(amount)} USDC`.padEnd(18)
  const line = `${time}  ${value}  locked for ${payee}, ${state}`
  return suspect === undefined ? line : `${line}  ${paint.yellow(suspect)}`
}

const states: Readonly<Record<ProtectedTransfer['status'], string>> = {
  NONE: 'unknown',
  PENDING: 'not claimed',
  LOCKED: 'locked after wrong codes',
  CLAIMED: 'claimed',
  CANCELLED: 'cancelled',
  RECLAIMED: 'returned',
}

function row(entry: HistoryEntry | FilteredEntry, paint: Paint, of: ActivityItem['kind'] = 'plain'): string {
  const { timestamp, direction, counterparty, kind, via, amount, decimals, tokenSymbol, suspect, purpose } = entry
  const why = 'reason' in entry ? entry.reason : suspect
  const value = `${direction === 'in' ? '+' : '-'}${formatUnits(amount, decimals)} ${printable(tokenSymbol, 20)}`
  const party =
    purpose === 'link_payment'
      ? 'link payment'
      : (parties[of] ?? (kind === 'transfer' ? counterparty : via === undefined ? kind : arrivals[via]))
  const line = `${timestamp.toISOString().slice(0, 19)}  ${value.padEnd(18)}  ${party}`
  return why === undefined ? line : `${line}  ${paint.yellow(why)}`
}

const arrivals: Readonly<Record<NonNullable<HistoryEntry['via']>, string>> = {
  bridge: 'arrived over the Bridge',
  hub: 'arrived from the Hub',
}

/** Shown instead of the address of the transfer contract, which is not a payee. */
const parties: Readonly<Partial<Record<ActivityItem['kind'], string>>> = {
  claimed: 'claim of a protected transfer, or its return',
  locked: 'locked in protected transfers',
}
