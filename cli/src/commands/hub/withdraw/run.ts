import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { completeHubWithdrawal, type HubWithdrawal, initiateHubWithdrawal, readHubWithdrawal } from '@holdfast/sdk/hub'
import { chooseBridgeChain } from '../../../chain/chooseBridgeChain.js'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { CommandFailure, usageFailure } from '../../../failure/CommandFailure.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
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

  const chainFacts = [
    ['network', await describeNetworkFee(client, chainId)],
    ['chain', describeChain(chainId)],
  ] as const
  const one = { command: 'hub withdraw', chainId }
  if (amount !== undefined) {
    if (amount > before.available)
      throw new CommandFailure('refused', 'insufficient_balance', `On deposit are ${writeAmount(before.available)}.`, [
        'What lies on another chain is withdrawn there: --chain.',
      ])
    await context.confirm({
      does: `Set ${writeAmount(amount)} of the Hub apart, to be paid out in about seven days`,
      facts: [
        ['from', `${depositor}, balance in the Hub`],
        ['to', depositor],
        ['amount', writeAmount(amount)],
        ['fee', 'none'],
        ...(before.withdrawing > 0n
          ? [['until now', `${writeAmount(before.withdrawing)} are set apart; the wait begins anew for all`] as const]
          : []),
        ...chainFacts,
      ],
    })
    const txHash = await follow(context, { ...one, doing: 'setting it apart' }, (followed) =>
      initiateHubWithdrawal(clients, { chain, amount, ...followed }),
    )
    return told(await read(), txHash)
  }
  if (!before.isReady) throw new CommandFailure('refused', 'withdrawal_not_ready', describe(before))
  await context.confirm({
    does: `Pay out ${writeAmount(before.withdrawing)} from the Hub`,
    facts: [['to', depositor], ['amount', writeAmount(before.withdrawing)], ['fee', 'none'], ...chainFacts],
  })
  const txHash = await follow(context, { ...one, doing: 'paying it out' }, (followed) =>
    completeHubWithdrawal(clients, { chain, ...followed }),
  )
  return told(await read(), txHash)
}

function describe({ withdrawing, readyAtBlock, isReady }: HubWithdrawal): string {
  if (withdrawing === 0n) return 'Nothing is set apart.'
  if (isReady) return `${writeAmount(withdrawing)} can be paid out: --complete`
  return `${writeAmount(withdrawing)} can be paid out from block ${readyAtBlock} on.`
}
