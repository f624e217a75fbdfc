import type { Command } from '../../../command/Command.js'

export const hubDepositCommand: Command = {
  path: ['hub', 'deposit'],
  summary: 'put USDC of the wallet into its balance in the Hub',
  details:
    'On the chain of --chain. It counts when that chain is final that far: after a second on Arc, after a quarter of an hour on Ethereum and on what settles there. Never send USDC to the Hub by a transfer: it would be lost.',
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
  load: () => import('./run.js'),
}
