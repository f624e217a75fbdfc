import type { Command } from '../../../../command/Command.js'

export const hubDelegateShowCommand: Command = {
  path: ['hub', 'delegate', 'show'],
  summary: 'ask whether an account may spend a balance in the Hub',
  details: 'On the chain of --chain. The Hub keeps no list of delegates: it answers for one account at a time.',
  wallet: 'names',
  positionals: [{ name: 'address', describes: 'the account' }],
  options: [{ flags: '--depositor <address>', describes: 'whose balance; else that of the wallet' }],
  examples: [
    ['hub delegate show 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'may it spend the balance of the wallet?'],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    isAllowed: 'whether it may spend that balance; true for the depositor',
  },
  load: () => import('./run.js'),
}
