import { BRIDGE_CHAINS, chainLabel, readGasReserve } from '@holdfast/sdk/chain'
import { InsufficientFundsError } from '@holdfast/sdk/errors'
import { DEPOSIT_CONFIRMATION_SECONDS, depositToHub, HUB_WALLET, maxDepositable } from '@holdfast/sdk/hub'
import { chooseBridgeChain } from '../../../chain/chooseBridgeChain.js'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { followSteps } from '../../../chain/followSteps.js'
import type { Run } from '../../../command/Command.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { WAITS_FOR } from '../../../hub/waitsFor.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { writeSpan } from '../../../input/readSpan.js'
import { readBalance } from '../../../token/readBalance.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const { settings, signal, timeoutMs } = context
  const amount = readAmount('amount', typed)
  const chain = requireHubChain(chooseBridgeChain('--chain', settings.chain.value))
  const { chainId, gasToken } = BRIDGE_CHAINS[chain]
  const clients = await context.openWallet(await context.openChain(chainId))
  const { publicClient: client, walletClient } = clients
  const depositor = walletClient.account.address
  const [balance, reserve, networkFee] = await Promise.all([
    readBalance(client, chainId, depositor),
    gasToken === 'usdc' ? readGasReserve(client) : 0n,
    describeNetworkFee(client, chainId),
  ])
  const most = maxDepositable(balance, reserve)
  if (amount > most)
    throw new InsufficientFundsError('balance', amount + reserve, balance, {
      do: 'add_funds',
      token: 'usdc',
      account: depositor,
      atMost: most,
    })
  const countsAfterSeconds = DEPOSIT_CONFIRMATION_SECONDS[chain]
  const after = writeSpan(countsAfterSeconds)
  await context.confirm({
    does: `Deposit ${writeAmount(amount)} into the Hub`,
    facts: [
      ['from', depositor],
      ['to', `the same, in the Hub (${HUB_WALLET})`],
      ['amount', writeAmount(amount)],
      ['fee', 'none'],
      ['network', networkFee],
      ['chain', describeChain(chainId)],
      ['counts', `about ${after} later`],
    ],
  })
  const done = { command: 'hub deposit', chainId, doing: 'depositing' }
  const { approveTxHash = null, depositTxHash } = await followSteps(context, done, ({ keep, drop, update }) =>
    depositToHub(clients, {
      chain,
      amount,
      signal,
      timeoutMs,
      onStep(step) {
        // What is approved and not deposited is nobody's business any more.
        drop()
        update(WAITS_FOR[step])
      },
      onTransactionHash: (txHash, step) => void keep({ facts: { step, txHash } }),
    }),
  )
  return {
    result: { chain, depositor, amount, approveTxHash, depositTxHash, countsAfterSeconds },
    text: [
      `${writeAmount(amount)} are deposited on ${chainLabel(chain)}, and count in about ${after}.`,
      `  transaction  ${depositTxHash}`,
    ].join('\n'),
  }
}
