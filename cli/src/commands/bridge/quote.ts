import { quoteBridge } from '@holdfast/sdk/bridge'
import { chainLabel } from '@holdfast/sdk/chain'
import { issuerOptions } from '../../chain/endpoints.js'
import { defineCommand } from '../../command/Command.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { findWallet } from '../../wallet/findWallet.js'
import { findShortfall } from './findShortfall.js'
import { USUAL_TIME } from './finishBridge.js'
import { readRoute, routeOptions } from './readRoute.js'

export const command = defineCommand({
  summary: 'show what it costs to move USDC to another chain',
  details: 'Signs nothing. If a wallet is named, also shows whether it can pay, and what is missing.',
  wallet: 'names',
  positionals: [{ name: 'amount', describes: 'least USDC that arrives, for example 25 or 0.5' }],
  options: routeOptions,
  examples: [
    ['bridge quote 25 --from Base_Sepolia --to Arc_Testnet', 'what leaves, and what arrives at least'],
    ['bridge quote 25 --from 84532 --to 5042002 --account 0 --json', 'for a script: `.result.shortfall`'],
  ],
  result: {
    from: 'name of the chain that is paid from',
    to: 'name of the chain where it arrives',
    amount: 'least base units that arrive',
    maxFee: 'base units that all fees together may take; what they do not take arrives as well',
    total: 'base units that leave the wallet',
    payer: 'address; null where no wallet is named',
    shortfall:
      'null where nothing is missing or no wallet is named; else `code` (`short_with_fee`, `short_with_gas`, `no_gas`), `message` and `advice`',
  },
  async run(context, { positionals: [typed], options }) {
    const { terminal, settings } = context
    const { paint } = terminal
    const { from, to, source } = readRoute(settings, options)
    const amount = readAmount('amount', typed)
    const quote = await terminal.during('asking the issuer for its fees', () =>
      quoteBridge({ from, to, amount, ...issuerOptions(context, 'attestation') }),
    )
    const wallet = await findWallet(context, await context.openChain(source.chainId))
    const payer = wallet?.walletClient.account.address ?? null
    const shortfall =
      wallet === undefined || payer === null
        ? null
        : await findShortfall(wallet.publicClient, { from, payer, ...quote })
    return {
      result: { from, to, ...quote, payer, shortfall },
      text: [
        `From ${chainLabel(from)} to ${chainLabel(to)}`,
        `  ${paint.dim('leaves ')}  ${writeAmount(quote.total)}`,
        `  ${paint.dim('fees   ')}  at most ${writeAmount(quote.maxFee)}; what they do not take arrives as well`,
        `  ${paint.dim('arrives')}  at least ${writeAmount(amount)}`,
        `  ${paint.dim('time   ')}  ${USUAL_TIME}`,
        ...(shortfall === null ? [] : [paint.yellow(shortfall.message), `  ${shortfall.advice}`]),
      ].join('\n'),
    }
  },
})
