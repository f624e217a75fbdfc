import { isHubDelegate } from '@holdfast/sdk/hub'
import { executePlan, planOperation } from '@holdfast/sdk/plan'
import { isAddressEqual } from 'viem'
import { passRoute, routeOptionsOf } from '../../../bridge/passRoute.js'
import { readRoute } from '../../../bridge/readRoute.js'
import { describeChain } from '../../../chain/describeChain.js'
import { followSteps } from '../../../chain/followSteps.js'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { describeSpendFee } from '../../../hub/describeSpendFee.js'
import { finishSpend } from '../../../hub/finishSpend.js'
import { keepSpend } from '../../../hub/keepSpend.js'
import { planSpend } from '../../../hub/planSpend.js'
import { requireHubChain } from '../../../hub/requireHubChain.js'
import { findAddress } from '../../../input/readAddress.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { describePlan } from '../../../plan/describePlan.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const { terminal, signal, timeoutMs } = context
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
  const checkOptions = await routeOptionsOf(context, input, depositor, route)
  const issuer = issuerOptions(context, 'hub')
  const clients = { publicClient, walletClient }
  const plan = await terminal.during('asking the Hub for fee and balance', () =>
    planSpend(context, { depositor, from, to, amount }, () =>
      planOperation(
        clients,
        'spendFromHub',
        { from, to, amount, depositor, recipient },
        { checkOptions, issuer, signal },
      ),
    ),
  )
  const firewall = await passRoute(context, input, plan, route)
  await context.confirm({
    does: from === to ? `Withdraw ${writeAmount(amount)} from the Hub` : `Spend ${writeAmount(amount)} from the Hub`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', `${depositor}, balance on ${describeChain(source.chainId)}`],
        ...(isDelegate ? [['signs', `${signer}, as its delegate`] as const] : []),
        ['to', `${recipient} on ${describeChain(destination.chainId)}`],
      ],
      fee: [['fee', describeSpendFee(plan)]],
      network: [['network', 'nothing: the wallet signs, and the issuer sends']],
      last: [
        ['time', 'as a rule a few seconds'],
        ['firewall', firewall.describes],
      ],
    }),
  })
  const facts = { from, to, recipient, amount: writeAmount(amount) }
  const done = { command: 'hub send', chainId: destination.chainId, doing: 'beginning' }
  const { result, text, quote } = await followSteps(context, done, async (steps) => {
    const following = { ...issuer, timeoutMs, ...keepSpend(context, facts, steps) }
    const options = { checkOptions, ...firewall.decided, signal, issuer: following }
    const { result: spent } = await executePlan(clients, plan, options)
    return { ...finishSpend(facts, spent), quote: spent.quote }
  })
  const { quotedFee } = quote
  return {
    result: {
      from,
      to,
      depositor,
      recipient,
      amount,
      quotedFee,
      maxFee: plan.fee,
      ...result,
      firewall: firewall.level,
    },
    text,
  }
}
