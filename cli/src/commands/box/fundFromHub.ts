import { BRIDGE_CHAINS, requireDeployment } from '@holdfast/sdk/chain'
import { executePlan, planOperation } from '@holdfast/sdk/plan'
import { awaitBoxFunded } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import { issuerOptions } from '../../chain/endpoints.js'
import { followSteps } from '../../chain/follow.js'
import type { Input, Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import { keepSpend } from '../hub/followSpend.js'
import { describeSpendFee, planSpend } from '../hub/planSpend.js'
import { requireHubChain } from '../hub/requireHubChain.js'
import type { fundingOptions } from './planFunding.js'
import { planFunding } from './planFunding.js'

/** Has the issuer mint into a box, out of what the wallet has in the Hub: no transfer leads from the wallet to the box. */
export async function fundFromHub(
  context: Context,
  input: Input<typeof fundingOptions> & { options: { readonly hubChain?: string } },
  { account, amount }: { account: Address; amount: bigint },
): Promise<Outcome> {
  const { settings, signal, timeoutMs } = context
  const { hubChain } = input.options
  const typed = hubChain === undefined ? undefined : requireHubChain(chooseBridgeChain('--hub-chain', hubChain))
  const here = requireHubChain(chooseBridgeChain('--chain', settings.chain.value))
  const route = { from: typed ?? here, to: here }
  const issuer = { ...issuerOptions(context, 'hub'), destinationClient: await context.openChain() }
  const { clients, chainId, balance, plan, options, told } = await planFunding(context, input, {
    account,
    amount,
    source: {
      name: 'hub',
      chainId: BRIDGE_CHAINS[route.from].chainId,
      describes: `the Hub, balance on ${route.from} of`,
      issuer,
      plan(clients, _, options) {
        const depositor = clients.walletClient.account.address
        return planSpend(context, { depositor, ...route, amount }, () =>
          planOperation(clients, 'fundBoxFromHub', { ...route, account, amount }, options),
        )
      },
      costs: (plan) => ({
        fee: [['fee', describeSpendFee(plan)]],
        network: [['network', 'nothing: the wallet signs, and the issuer sends']],
      }),
    },
  })
  const { publicClient } = clients
  const facts = { ...route, recipient: account, amount: writeAmount(amount) }
  const { transferId = null } = await followSteps(
    context,
    { command: 'hub send', chainId, doing: 'funding the box out of the Hub' },
    async (steps) => {
      const following = { ...issuer, timeoutMs, ...keepSpend(context, facts, steps) }
      const { result: spent } = await executePlan(clients, plan, { ...options, signal, issuer: following })
      const { usdc } = requireDeployment(chainId)
      const waiting = { signal, ...(timeoutMs !== undefined && { timeoutMs }) }
      if (await awaitBoxFunded(publicClient, account, balance + amount, usdc, waiting)) return spent
      throw new CommandFailure(
        'unsettled',
        'not_minted',
        'The Hub has accepted the spend, and it is not in the box yet.',
        ['It continues without this program. Do not fund again.'],
      )
    },
  )
  return {
    result: { ...told, txHash: null, transferId },
    text: `${writeAmount(amount)} were minted into ${account}.${transferId === null ? '' : `\n  transfer  ${transferId}`}`,
  }
}
