import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { DEPOSIT_CONFIRMATION_SECONDS, HUB_WALLET } from '@holdfast/sdk/hub'
import { executePlan, type PlanStep, planOperation } from '@holdfast/sdk/plan'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import { factsOfSent, followSteps } from '../../chain/follow.js'
import { defineCommand } from '../../command/Command.js'
import type { Resume } from '../../command/Resume.js'
import { resume as resumeMined } from '../../command/Resume.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { writeSpan } from '../../input/readTime.js'
import { describePlan, makesCall } from '../../plan/describePlan.js'
import { WAITS_FOR } from './followSpend.js'
import { requireHubChain } from './requireHubChain.js'

export const command = defineCommand({
  summary: 'deposit USDC of the wallet in the Hub (Circle Gateway)',
  details:
    'On the chain of --chain. It counts once its block is final: after about a second on Arc, after about 15 minutes on Ethereum and its rollups. Never send USDC to the Hub by a transfer: it would be lost.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  examples: [
    ['hub deposit 20', 'approves exactly that, and deposits it'],
    ['hub deposit 20 --chain Base_Sepolia --account 0 --yes --json', 'for a script, on another chain'],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address',
    amount: 'base units',
    approveTxHash: 'of the approval; null where the allowance covered it',
    depositTxHash: 'of the deposit',
    countsAfterSeconds: 'about how long it takes to count',
  },
  async run(context, { positionals: [typed] }) {
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
          // An approval without a deposit needs no follow-up.
          drop()
          update(WAITS_FOR[nameOf(step)])
        },
        onTransactionHash: (txHash, nonce, step) =>
          void keep({ facts: { step: nameOf(step), ...factsOfSent(clients, txHash, nonce) } }),
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
  },
})

const nameOf = (step: PlanStep) => (makesCall([step], 'approve') ? 'approve' : 'deposit')

/** Waits for the transaction that was sent last: approval or deposit. */
export const resume: Resume = async (pending, context) => {
  const { result } = await resumeMined(pending, context)
  const text =
    pending.facts.step === 'deposit'
      ? `It is deposited, and counts once its block is final: holdfast hub balance\n  transaction  ${pending.txHash}`
      : 'The approval is mined, and nothing was deposited. Run the same command again to continue.'
  return { result: { ...result, step: pending.facts.step }, text }
}
