import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import type { RiskLevel } from '@holdfast/sdk/risk'
import { type Address, isAddressEqual } from 'viem'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { type Passed, passFirewall } from '../risk/passFirewall.js'
import type { Route } from './readRoute.js'

/** What the firewall said of a payment that may arrive on another chain. */
export type PassedRoute = {
  /** Null where nobody was asked, because the payer itself is paid. */
  level: RiskLevel | null
  /** For the plan. */
  describes: string
  guard: Passed['guard']
}

/**
 * Asks the firewall about a payment that may arrive on another chain: on both, since a payee may be known on one and
 * imitated on the other.
 *
 * @throws As `passFirewall`.
 */
export async function passRoute(
  context: Context,
  input: Input,
  route: Pick<Route, 'from' | 'to'> & { payer: Address; recipient: Address; amount: bigint },
): Promise<PassedRoute> {
  const { from, to, payer, recipient, amount } = route
  if (isAddressEqual(payer, recipient))
    return { level: null, describes: 'not asked: it goes back to the payer', guard: {} }
  const names = [...new Set([from, to])]
  const chains = await Promise.all(
    names.map(async (name) => {
      const { chainId } = BRIDGE_CHAINS[name]
      return { chainId, client: await context.openChain(chainId) }
    }),
  )
  const { report, describes, guard } = await passFirewall(context, input, { payer, payee: recipient, amount, chains })
  return { level: report.level, describes: `${describes}, on ${names.map(chainLabel).join(' and ')}`, guard }
}
