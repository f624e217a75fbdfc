import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { DEPOSIT_CONFIRMATION_SECONDS, HUB_WALLET } from '@holdfast/sdk/hub'
import { executePlan, type PlanStep, planOperation } from '@holdfast/sdk/plan'
import { chooseBridgeChain } from '../../../chain/chooseBridgeChain.js'
import { followSteps } from '../../../chain/followSteps.js'
import type { Run } from '../../../command/Command.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { WAITS_FOR } from '../../../hub/waitsFor.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { writeSpan } from '../../../input/readSpan.js'
import { describePlan, makesCall } from '../../../plan/describePlan.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const { settings, signal, timeoutMs } = context
  const amount = readAmount('amount', typed)
  const chain = requireHubChain(chooseBridgeChain('--chain', settings.chain.value))
  const { chainId } = BRIDGE_CHAINS[chain]
  const clients = await context.openWallet(await context.openChain(chainId))
  const depositor = clients.walletClient.account.address
  const plan = await planOperation(clients, 'depositToHub', { chain, amount }, { signal })
  const countsAfterSeconds = DEPOSIT_CONFIRMATION_SECONDS[chain]
  const after = writeSpan(countsAfterSeconds)
  await context.confirm({
    does: `Deposit ${writeAmount(amount)} into the Hub`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', depositor],
        ['to', `the same, in the Hub (${HUB_WALLET})`],
      ],
      last: [['counts', `about ${after} later`]],
    }),
  })
  const done = { command: 'hub deposit', chainId, doing: 'depositing' }
  const { result } = await followSteps(context, done, ({ keep, drop, update }) =>
    executePlan(clients, plan, {
      signal,
      timeoutMs,
      onPlanStep(step) {
        // What is approved and not deposited matters no more.
        drop()
        update(WAITS_FOR[nameOf(step)])
      },
      onTransactionHash: (txHash, _, step) => void keep({ facts: { step: nameOf(step), txHash } }),
    }),
  )
  const { approveTxHash = null, depositTxHash } = result
  return {
    result: { chain, depositor, amount, approveTxHash, depositTxHash, countsAfterSeconds },
    text: [
      `${writeAmount(amount)} are deposited on ${chainLabel(chain)}, and count in about ${after}.`,
      `  transaction  ${depositTxHash}`,
    ].join('\n'),
  }
}

const nameOf = (step: PlanStep) => (makesCall([step], 'approve') ? 'approve' : 'deposit')
