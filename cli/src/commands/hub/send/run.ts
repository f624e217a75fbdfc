import { isHubDelegate, spendFromHub } from '@holdfast/sdk/hub'
import { isAddressEqual } from 'viem'
import { passRoute } from '../../../bridge/passRoute.js'
import { readRoute } from '../../../bridge/readRoute.js'
import { describeChain } from '../../../chain/describeChain.js'
import { followSteps } from '../../../chain/followSteps.js'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { finishSpend } from '../../../hub/finishSpend.js'
import { keepSpend } from '../../../hub/keepSpend.js'
import { describeSpendFee, quoteSpend } from '../../../hub/quoteSpend.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { findAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const { timeoutMs } = context
  const route = readRoute(context.settings, options)
  const { source, destination } = route
  const [from, to] = [requireHubChain(route.from), requireHubChain(route.to)]
  const amount = readAmount('amount', typed)
  const named = findAddress('--recipient', options.recipient)
  const { publicClient, walletClient } = await context.openWallet(await context.openChain(source.chainId))
  const signer = walletClient.account.address
  const depositor = findAddress('--depositor', options.depositor) ?? signer
  const isDelegate = !isAddressEqual(depositor, signer)
  if (isDelegate && !(await isHubDelegate(publicClient, { chain: from, depositor, delegate: signer })))
    throw new CommandFailure(
      'refused',
      'not_authorized',
      `${signer} may not spend the balance of ${depositor} there.`,
      [`Its owner allows that with: holdfast hub delegate add ${signer} --chain ${from}`],
    )
  const recipient = named ?? depositor
  const quote = await quoteSpend(context, { from, to, amount, depositor, recipient })
  const firewall = await passRoute(context, input, { ...route, payer: depositor, recipient, amount })
  const { quotedFee, maxFee } = quote
  await context.confirm({
    does: from === to ? `Withdraw ${writeAmount(amount)} from the Hub` : `Spend ${writeAmount(amount)} from the Hub`,
    facts: [
      ['from', `${depositor}, balance on ${describeChain(source.chainId)}`],
      ...(isDelegate ? [['signs', `${signer}, as its delegate`] as const] : []),
      ['to', `${recipient} on ${describeChain(destination.chainId)}`],
      ['amount', writeAmount(amount)],
      ['fee', describeSpendFee(quote, amount)],
      ['network', 'nothing: the wallet signs, and the issuer sends'],
      ['time', 'as a rule a few seconds'],
      ['firewall', firewall.describes],
    ],
  })
  const facts = { from, to, recipient, amount: writeAmount(amount) }
  const done = { command: 'hub send', chainId: destination.chainId, doing: 'beginning' }
  const { result, text } = await followSteps(context, done, async (steps) =>
    finishSpend(
      facts,
      await spendFromHub(
        { walletClient },
        {
          from,
          to,
          amount,
          recipient,
          depositor,
          maxFee,
          timeoutMs,
          ...firewall.guard,
          ...issuerOptions(context, 'hub'),
          ...keepSpend(context, facts, steps),
        },
      ),
    ),
  )
  return {
    result: { from, to, depositor, recipient, amount, quotedFee, maxFee, ...result, firewall: firewall.level },
    text,
  }
}
