import { chainIdOf } from '@holdfast/sdk/chain'
import { type CleanHistory, type FilteredEntry, getCleanHistory, type HistoryEntry } from '@holdfast/sdk/history'
import { findLinkPayments } from '@holdfast/sdk/links'
import { formatUnits } from 'viem'
import { defineCommand } from '../command/defineCommand.js'
import { findAddress, readAddresses } from '../input/readAddress.js'
import type { Paint } from '../io/paint.js'
import { printable } from '../io/printable.js'

export const command = defineCommand({
  summary: 'show the token history of an address, without what was planted in it',
  details:
    'Rows of nothing and of unknown tokens are hidden; dust and impostors are marked, and hidden with --strict. Never copy an address from a history.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'whose history; else that of the wallet', isRequired: false }],
  options: [
    { flags: '--links', describes: 'name payments by link, which reads the logs of the transfer contract' },
    { flags: '--spam', describes: 'show what was hidden, and why' },
    { flags: '--strict', describes: 'hide dust and impostors as well' },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  ],
  examples: [
    ['history 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'payments, newest first'],
    ['history --account 0 --spam', 'what somebody planted there'],
  ],
  result: {
    address: 'whose history',
    chainId: 'number',
    entries:
      'list, newest first: `txHash`, `direction` (`in`, `out`), `counterparty`, `kind`, `amount` (smallest unit of the token), `decimals`, `tokenAddress`, `tokenSymbol`, `timestamp`, `purpose` (`link_payment`, with --links), and `suspect` (`DUST`, `IMPOSTOR`) where it is',
    filtered: 'list of the same with `reason`: `ZERO_VALUE`, `UNKNOWN_TOKEN`, `DUST` or `IMPOSTOR`; always there',
    complete: 'false where older rows could not be read',
  },
  async run(context, { positionals: [typed], options }) {
    const { terminal, signal } = context
    const payees = readAddresses('--contact', options.contact)
    const named = findAddress('address', typed)
    const client = await context.openChain()
    const chainId = await chainIdOf(client)
    const address = named ?? (await context.openWallet()).walletClient.account.address
    const history = await terminal.during('reading the history', async () => {
      const isNamed = options.links === true
      const linkPayments = isNamed ? await findLinkPayments({ publicClient: client }, { account: address }) : undefined
      return getCleanHistory(address, { chainId, payees, strict: options.strict === true, linkPayments, signal })
    })
    return {
      result: { address, chainId, ...history },
      text: describe(history, terminal.paint, options.spam === true),
    }
  },
})

function describe({ entries, filtered, complete }: CleanHistory, paint: Paint, isSpamShown: boolean): string {
  const hidden = isSpamShown
    ? [paint.bold('Hidden:'), ...filtered.map((entry) => row(entry, paint))]
    : [paint.dim(`${filtered.length} more are hidden; --spam shows them.`)]
  return [
    ...entries.map((entry) => row(entry, paint)),
    ...(entries.length === 0 ? ['No payments.'] : []),
    ...(filtered.length > 0 ? ['', ...hidden] : []),
    ...(complete ? [] : ['', paint.yellow('Older rows are missing.')]),
  ].join('\n')
}

function row(entry: HistoryEntry | FilteredEntry, paint: Paint): string {
  const { timestamp, direction, counterparty, kind, amount, decimals, tokenSymbol, suspect, purpose } = entry
  const why = 'reason' in entry ? entry.reason : suspect
  const value = `${direction === 'in' ? '+' : '-'}${formatUnits(amount, decimals)} ${printable(tokenSymbol, 20)}`
  const party = purpose === undefined ? (kind === 'transfer' ? counterparty : kind) : 'link payment'
  const line = `${timestamp.toISOString().slice(0, 19)}  ${value.padEnd(18)}  ${party}`
  return why === undefined ? line : `${line}  ${paint.yellow(why)}`
}
