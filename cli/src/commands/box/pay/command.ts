import type { Command } from '../../../command/Command.js'
import { acceptOption } from '../../../cosign/acceptOption.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const boxPayCommand: Command = {
  path: ['box', 'pay'],
  summary: 'pay the target of a box out of it, with the signature of its co-signer',
  details:
    'For the owner of a box of mode push, a stealth address of this wallet too: its key is computed here and shown to nobody.\nThe wallet pays the gas, and its history is what the co-signer asks the firewall about. A no of the co-signer is a result, and nothing is sent: exit code 3 for a block, 4 for another veto, 5 where he did not answer.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: [
    { flags: '--payer <address>', describes: "whose history counts, where it is not the wallet's" },
    acceptOption,
    ...firewallOptions,
  ],
  examples: [
    ['box pay 0x8617E340B3D01FA5F11F306F4090FD50E238070D 5', 'shows what will happen, asks, asks the co-signer, pays'],
  ],
  result: {
    isPaid: 'whether the target was paid',
    txHash: 'of the payment; null after a veto',
    box: 'address',
    target: 'address',
    amount: 'base units',
    payer: 'whose history counted',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged)',
    veto: 'null where he signed; else `code`, `reason` and `riskReasons`',
  },
  load: () => import('./run.js'),
}
