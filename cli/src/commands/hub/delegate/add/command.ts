import type { Command } from '../../../../command/Command.js'
import { firewallOptions } from '../../../../risk/firewallOptions.js'

export const hubDelegateAddCommand: Command = {
  path: ['hub', 'delegate', 'add'],
  summary: 'let another account spend the balance in the Hub on one chain',
  details:
    'On the chain of --chain. It can spend all of the balance there, to any recipient, until `hub delegate remove`: so it passes the firewall as the payee of that balance.\nIts wallet then spends with `hub send --depositor`.',
  wallet: 'signs',
  positionals: [{ name: 'address', describes: 'the account' }],
  options: firewallOptions,
  examples: [
    ['hub delegate add 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'shows what it could spend, and asks'],
    [
      'hub delegate add 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --chain Base_Sepolia --account 0 --yes --json',
      'for a script, on another chain',
    ],
  ],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    txHash: 'of the transaction; null where it was a delegate already',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was a delegate already',
  },
  load: () => import('./run.js'),
}
