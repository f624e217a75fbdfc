import { BRIDGE_CHAINS, chainLabel, deploymentFor } from '@holdfast/sdk/chain'
import type { RiskLevel } from '@holdfast/sdk/risk'
import { type Address, isAddressEqual } from 'viem'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { readAddresses } from '../input/readAddress.js'
import { passFirewall } from '../risk/passFirewall.js'
import type { Route } from './readRoute.js'

/** What the firewall said of a payment to another chain. */
export type PassedRoute = {
  /** The worst verdict; null where nobody was asked: oneself, or a contact on chains without histories. */
  level: RiskLevel | null
  /** For the plan. */
  describes: string
}

/**
 * Asks the firewall about a payment that arrives on another chain: on both, since a payee may be known on one and
 * imitated on the other. A chain without an explorer has no history to ask.
 *
 * @throws As `passFirewall`; CommandFailure where neither chain has one.
 */
export async function passRoute(
  context: Context,
  input: Input,
  { from, to, payer, recipient }: Pick<Route, 'from' | 'to'> & { payer: Address; recipient: Address },
): Promise<PassedRoute> {
  if (isAddressEqual(payer, recipient)) return { level: null, describes: 'not asked: it is the wallet itself' }
  const chains = [...new Set([from, to])].map((name) => ({ ...BRIDGE_CHAINS[name], label: chainLabel(name) }))
  const verdicts: { level: RiskLevel | null; describes: string }[] = []
  for (const { chainId, label } of chains) {
    if (!deploymentFor(chainId)?.explorerApi) {
      verdicts.push({ level: null, describes: `${label} has no history to ask` })
      continue
    }
    const client = await context.openChain(chainId)
    const { report, describes } = await passFirewall(context, input, { client, from: payer, to: recipient })
    verdicts.push({ level: report.level, describes: `${describes}, on ${label}` })
  }
  const level = levels.find((one) => verdicts.some((verdict) => verdict.level === one))
  if (level === undefined) return judgeUnasked(input, recipient, chains.map(({ label }) => label).join(', '))
  return { level, describes: verdicts.map(({ describes }) => describes).join('; ') }
}

const levels: readonly RiskLevel[] = ['block', 'warning', 'safe']

function judgeUnasked({ options }: Input, recipient: Address, chains: string): PassedRoute {
  if (readAddresses('--contact', options.contact).some((one) => isAddressEqual(one, recipient)))
    return { level: null, describes: 'not asked, for want of histories; it is a contact' }
  throw new CommandFailure('blocked', 'recipient_unchecked', `Nobody can say who ${recipient} is.`, [
    `The firewall reads no histories on ${chains}.`,
    'Send it to your own wallet and pay from there, or name an address that you know with --contact.',
  ])
}
