import type { Command } from '../../../command/Command.js'

export const hubWithdrawCommand: Command = {
  path: ['hub', 'withdraw'],
  summary: "take USDC out of the Hub without its issuer's service: begun now, paid out a week later",
  details:
    'On the chain of --chain, in two transactions about seven days apart, for the day on which the service is gone. `hub send` to the same chain takes seconds. What is set apart stops counting at once; more of it begins the wait anew for all.\nWithout an amount, and without --complete, shows where it stands and sends nothing.',
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
    txHash: 'of the transaction; null where only the state was asked for',
    available: "base units on deposit, by the chain's word, which is late on spends",
    withdrawing: 'base units that are set apart',
    readyAtBlock: 'first block in which they can be paid out; 0 where nothing is set apart',
    isReady: 'whether that is now',
  },
  load: () => import('./run.js'),
}
