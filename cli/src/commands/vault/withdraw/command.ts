import type { Command } from '../../../command/Command.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const vaultWithdrawCommand: Command = {
  path: ['vault', 'withdraw'],
  summary: 'take USDC out of the vault',
  details: 'To the wallet itself, or to somebody else, about whom the firewall is asked.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  options: [{ flags: '--to <address>', describes: 'who receives it; else the wallet' }, ...firewallOptions],
  examples: [
    ['vault withdraw 25', 'back to the wallet'],
    ['vault withdraw 25 --to 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'a payment out of the vault'],
  ],
  result: {
    txHash: 'of the transaction',
    amount: 'base units',
    owner: 'address under whose name it stood',
    to: 'address that received it',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null for the wallet itself',
  },
  load: () => import('./run.js'),
}
