import { isHubDelegate } from '@holdfast/sdk/hub'
import { executePlan, planOperation } from '@holdfast/sdk/plan'
import { isAddressEqual } from 'viem'
import { describeChain } from '../../chain/describeChain.js'
import { issuerOptions } from '../../chain/endpoints.js'
import { findReader } from '../../chain/findReader.js'
import { followSteps } from '../../chain/follow.js'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { describePlan } from '../../plan/describePlan.js'
import { firewallOptions } from '../../risk/passReport.js'
import { passRoute, routeOptionsOf } from '../bridge/passRoute.js'
import { readRoute, recipientOption, routeOptions } from '../bridge/readRoute.js'
import { finishSpend, keepSpend } from './followSpend.js'
import { describeSpendFee, planSpend } from './planSpend.js'
import { requireHubChain } from './requireHubChain.js'

export const command = defineCommand({
  summary: 'spend from the balance in the Hub, on any of its chains',
  details:
    'The wallet only signs; the issuer mints within seconds. On the chain where the balance is held it is a withdrawal, and cheaper. The signed spend is kept, readable by you alone, until the Hub has accepted it, so that `resume` can submit it again, which cannot spend twice.\nAnother recipient is first checked by the firewall on both chains.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC that arrive; the fee comes on top' }],
  options: [
    ...routeOptions,
    recipientOption,
    {
      flags: '--depositor <address>',
      describes:
        'account whose balance pays, and that is paid unless --recipient names another; the wallet is its delegate',
    },
    ...firewallOptions,
  ],
  examples: [
    ['hub send 5 --to Base_Sepolia', 'from the balance on the chain of --chain'],
    ['hub send 5 --from Arc_Testnet --to Arc_Testnet --account 0 --yes --json', 'back to the wallet, for a script'],
    ['hub send 5 --to Base_Sepolia --depositor 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'as its delegate'],
  ],
  result: {
    from: 'name of the chain whose balance paid',
    to: 'name of the chain where it arrived',
    depositor: 'address',
    recipient: 'address',
    amount: 'base units that arrived',
    quotedFee: 'base units that the issuer quoted before',
    maxFee: 'base units that it could take at most',
    transferId: 'id of the spend, for `hub track`',
    mintTxHash: 'of the mint',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was not asked',
  },
  async run(context, input) {
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
    const destinationClient = await findReader(context, destination.chainId)
    const issuer = { ...issuerOptions(context, 'hub'), destinationClient }
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
          ['time', 'usually a few seconds'],
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
  },
})
