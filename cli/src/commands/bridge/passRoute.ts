import { BRIDGE_CHAINS, type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import type { Plan } from '@holdfast/sdk/plan'
import type { RiskLevel } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { firewallOptions } from '../../risk/passReport.js'
import { type Decided, passReport } from '../../risk/passReport.js'
import { type PayerOptions, payerOptions } from '../../risk/payerOptions.js'

/** What the firewall said of a payment that may arrive on another chain. */
export type PassedRoute = {
  /** Null where it was not asked, because the payer itself is paid. */
  level: RiskLevel | null
  /** For the plan. */
  describes: string
  decided: Partial<Pick<Decided, 'acknowledgement'>>
}

/** Lets the plan of a payment pass that may arrive on another chain. @throws As `passReport`. */
export async function passRoute(
  context: Context,
  input: Input<typeof firewallOptions>,
  { firewall: [report] }: Plan,
  route: Route,
): Promise<PassedRoute> {
  if (report === undefined) return { level: null, describes: 'not asked: it goes back to the payer', decided: {} }
  const { acknowledgement, describes } = await passReport(context, input, report)
  const names = namesOf(route).map(chainLabel).join(' and ')
  return { level: report.level, describes: `${describes}, on ${names}`, decided: { acknowledgement } }
}

/**
 * What this user adds to the check of such a payment, on both chains: a payee may be known on one and imitated on the other.
 */
export async function routeOptionsOf(
  context: Context,
  input: Input<typeof firewallOptions>,
  payer: Address,
  route: Route,
): Promise<PayerOptions> {
  const chains = namesOf(route).map(async (name) => {
    const { chainId } = BRIDGE_CHAINS[name]
    return { chainId, client: await context.openChain(chainId) }
  })
  return payerOptions(context, input, payer, await Promise.all(chains))
}

type Route = { from: BridgeChainName; to: BridgeChainName }

const namesOf = ({ from, to }: Route) => [...new Set([from, to])]
