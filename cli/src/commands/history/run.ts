import { chainIdOf } from '@holdfast/sdk/chain'
import { type CleanHistory, type FilteredEntry, getCleanHistory, type HistoryEntry } from '@holdfast/sdk/history'
import { findLinkPayments } from '@holdfast/sdk/links'
import { formatUnits } from 'viem'
import type { Run } from '../../command/Command.js'
import { findAddress, readAddresses } from '../../input/readAddress.js'
import type { Paint } from '../../io/paint.js'
import { printable } from '../../io/printable.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
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
}

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
