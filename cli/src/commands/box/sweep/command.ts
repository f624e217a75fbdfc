import type { Command } from '../../../command/Command.js'

export const boxSweepCommand: Command = {
  path: ['box', 'sweep'],
  summary: 'take back everything that a box holds',
  details:
    'For its vault, before its end and after, and no co-signer is asked. What was co-signed and not spent is void. Where the vault is a stealth address of this wallet, that signs and the wallet pays the gas: everybody can see then that the two belong together. What lies there is used by any command with --owner-of; once it has gas, a sweep too.',
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  examples: [
    ['box sweep 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'the rest comes home'],
    [
      'box sweep 0x8617E340B3D01FA5F11F306F4090FD50E238070D --owner-of 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'its stealth owner sends it himself, out of gas of his own',
    ],
  ],
  result: {
    txHash: 'of the sweep',
    box: 'address',
    vault: 'address that received it',
    isStealth: 'whether that is a stealth address of the wallet',
    amount: 'base units that it held when it was asked about',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
