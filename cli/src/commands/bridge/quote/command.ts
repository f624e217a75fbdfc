import { routeOptions } from '../../../bridge/routeOptions.js'
import type { Command } from '../../../command/Command.js'

export const bridgeQuoteCommand: Command = {
  path: ['bridge', 'quote'],
  summary: 'say what it costs to bring USDC to another chain',
  details: 'Signs nothing. Where a wallet is named, says as well whether it can pay, and what it lacks.',
  wallet: 'names',
  positionals: [{ name: 'amount', describes: 'USDC that arrive at least, for example 25 or 0.5' }],
  options: routeOptions,
  examples: [
    ['bridge quote 25 --from Base_Sepolia --to Arc_Testnet', 'what leaves, and what arrives at least'],
    ['bridge quote 25 --from 84532 --to 5042002 --account 0 --json', 'for a script: `.result.shortfall`'],
  ],
  result: {
    from: 'name of the chain that is paid from',
    to: 'name of the chain where it arrives',
    amount: 'base units that arrive at least',
    maxFee: 'base units that all fees together may take; what they do not take arrives as well',
    total: 'base units that leave the wallet',
    payer: 'address; null where no wallet is named',
    shortfall:
      'null where nothing is missing or no wallet is named; else `code` (`short_with_fee`, `short_with_gas`, `no_gas`), `message` and `advice`',
  },
  load: () => import('./run.js'),
}
