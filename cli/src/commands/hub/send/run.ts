import { hubBalance, quoteHubSpend, spendFromHub } from '@holdfast/sdk/hub'
import { passRoute } from '../../../bridge/passRoute.js'
import { readRoute } from '../../../bridge/readRoute.js'
import { describeChain } from '../../../chain/describeChain.js'
import { followSteps } from '../../../chain/followSteps.js'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import { finishSpend } from '../../../hub/finishSpend.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { requireSpendable } from '../../../hub/requireSpendable.js'
import { WAITS_FOR } from '../../../hub/waitsFor.js'
import { readAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const { terminal, timeoutMs } = context
  const route = readRoute(context.settings, options)
  const { source, destination } = route
  const [from, to] = [requireHubChain(route.from), requireHubChain(route.to)]
  const amount = readAmount('amount', typed)
  const named = options.recipient === undefined ? undefined : readAddress('--recipient', options.recipient)
  const hub = issuerOptions(context, 'hub')
  const { walletClient } = await context.openWallet(await context.openChain(source.chainId))
  const depositor = walletClient.account.address
  const recipient = named ?? depositor
  const [quote, balance] = await terminal.during('asking the Hub for fee and balance', () =>
    Promise.all([quoteHubSpend({ from, to, amount, depositor, recipient, ...hub }), hubBalance({ depositor, ...hub })]),
  )
  requireSpendable(balance, from, quote)
  const firewall = await passRoute(context, input, { ...route, payer: depositor, recipient })
  const { quotedFee, maxFee } = quote
  await context.confirm({
    does: from === to ? `Withdraw ${writeAmount(amount)} from the Hub` : `Spend ${writeAmount(amount)} from the Hub`,
    facts: [
      ['from', `${depositor}, balance on ${describeChain(source.chainId)}`],
      ['to', `${recipient} on ${describeChain(destination.chainId)}`],
      ['amount', writeAmount(amount)],
      [
        'fee',
        `${writeAmount(quotedFee)} now, never more than ${writeAmount(maxFee)}${maxFee > amount ? ', more than arrives' : ''}; on top, from the same balance`,
      ],
      ['network', 'nothing: the wallet signs, and the issuer sends'],
      ['time', 'as a rule a few seconds'],
      ['firewall', firewall.describes],
    ],
  })
  const facts = { from, to, recipient, amount: writeAmount(amount) }
  const done = { command: 'hub send', chainId: destination.chainId, doing: 'beginning' }
  const { result, text } = await followSteps(context, done, async ({ keep, update }) =>
    finishSpend(
      facts,
      await spendFromHub(
        { walletClient },
        {
          ...{ from, to, amount, recipient, maxFee, timeoutMs, ...hub },
          onStep: (step) => update(WAITS_FOR[step]),
          onIntent: (signed) =>
            void keep({
              facts: { ...facts, transferSpecHash: signed.transferSpecHash },
              signed: JSON.stringify(signed),
            }),
          onTransferId(transferId) {
            const { id } = keep({ facts: { ...facts, transferId } })
            terminal.say(`The Hub has taken it: ${transferId}. Should this stop: holdfast resume ${id}`)
          },
        },
      ),
    ),
  )
  return {
    result: { from, to, depositor, recipient, amount, quotedFee, maxFee, ...result, firewall: firewall.level },
    text,
  }
}
