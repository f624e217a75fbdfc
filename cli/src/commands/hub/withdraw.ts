import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { CallRefusedError } from '@holdfast/sdk/errors'
import { type HubWithdrawal, readHubWithdrawal } from '@holdfast/sdk/hub'
import { planOperation } from '@holdfast/sdk/plan'
import { chooseBridgeChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { requireHubChain } from './requireHubChain.js'

export const command = defineCommand({
  summary: "withdraw USDC from the Hub without its issuer's service: start now, pay out a week later",
  details:
    'On the chain of --chain, in two transactions about seven days apart, for when the service is unavailable. `hub send` to the same chain takes seconds. What is set apart stops counting at once; setting more apart restarts the wait for all.\nWithout an amount, and without --complete, shows its state and sends nothing.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC to set apart', isRequired: false }],
  options: [{ flags: '--complete', describes: 'pay out what was set apart' }],
  examples: [
    ['hub withdraw 5', 'sets 5 USDC apart'],
    ['hub withdraw', 'from which block on they can be paid out'],
    ['hub withdraw --complete', 'pays them out to the wallet'],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address',
    txHash: 'of the transaction; null where only the state was shown',
    available: 'base units on deposit, as the chain records them; recent spends may be missing',
    withdrawing: 'base units that are set apart',
    readyAtBlock: 'first block in which they can be paid out; 0 where nothing is set apart',
    isReady: 'whether that is now',
  },
  async run(context, { positionals: [typed], options }) {
    const isCompleted = options.complete === true
    if (isCompleted && typed !== undefined)
      throw usageFailure('amount_not_wanted', '--complete pays out all that was set apart, and takes no amount.')
    const amount = typed === undefined ? undefined : readAmount('amount', typed)
    const chain = requireHubChain(chooseBridgeChain('--chain', context.settings.chain.value))
    const { chainId } = BRIDGE_CHAINS[chain]
    const clients = await context.openWallet(await context.openChain(chainId))
    const { publicClient: client, walletClient } = clients
    const depositor = walletClient.account.address
    const read = () => readHubWithdrawal(client, { chain, depositor })
    const before = await read()
    const told = (state: HubWithdrawal, txHash: string | null) => ({
      result: { chain, depositor, txHash, ...state },
      text: [
        ...(txHash === null ? [] : [`Done.\n  transaction  ${txHash}`]),
        `On deposit on ${chainLabel(chain)}: ${writeAmount(state.available)}.`,
        describe(state),
      ].join('\n'),
    })
    if (amount === undefined && !isCompleted) return told(before, null)

    const { signal } = context
    const explain = (error: unknown): never => {
      throw refusalOf(error, before)
    }
    if (amount !== undefined) {
      const plan = await planOperation(clients, 'initiateHubWithdrawal', { chain, amount }, { signal }).catch(explain)
      await context.confirm({
        does: `Set ${writeAmount(amount)} of the Hub apart, to be paid out in about seven days`,
        plan,
        facts: describePlan(plan, {
          parties: [
            ['from', `${depositor}, balance in the Hub`],
            ['to', depositor],
          ],
          fee: [
            ['fee', 'none'],
            ...(before.withdrawing > 0n
              ? [['until now', `${writeAmount(before.withdrawing)} are set apart; the wait restarts for all`] as const]
              : []),
          ],
        }),
      })
      const followed = { command: 'hub withdraw', doing: 'setting it apart' }
      const { result: txHash } = await followPlan(context, clients, plan, followed)
      return told(await read(), txHash)
    }
    const plan = await planOperation(clients, 'completeHubWithdrawal', { chain }, { signal }).catch(explain)
    await context.confirm({
      does: `Pay out ${writeAmount(plan.amount)} from the Hub`,
      plan,
      facts: describePlan(plan, { parties: [['to', depositor]] }),
    })
    const { result: txHash } = await followPlan(context, clients, plan, {
      command: 'hub withdraw',
      doing: 'paying it out',
    })
    return told(await read(), txHash)
  },
})

/** What the contract refuses, with what would help. */
function refusalOf(error: unknown, before: HubWithdrawal): unknown {
  switch (error instanceof CallRefusedError ? error.errorName : undefined) {
    case 'WithdrawalValueExceedsAvailableBalance':
      return new CommandFailure('refused', 'insufficient_balance', `On deposit are ${writeAmount(before.available)}.`, [
        'A balance on another chain is withdrawn there: --chain.',
      ])
    case 'NoWithdrawingBalance':
    case 'WithdrawalNotYetAvailable':
      return new CommandFailure('refused', 'withdrawal_not_ready', describe(before))
    default:
      return error
  }
}

function describe({ withdrawing, readyAtBlock, isReady }: HubWithdrawal): string {
  if (withdrawing === 0n) return 'Nothing is set apart.'
  if (isReady) return `${writeAmount(withdrawing)} can be paid out: --complete`
  return `${writeAmount(withdrawing)} can be paid out from block ${readyAtBlock} on.`
}
