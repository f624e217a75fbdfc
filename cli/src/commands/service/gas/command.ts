import type { Command } from '../../../command/Command.js'

export const serviceGasCommand: Command = {
  path: ['service', 'gas'],
  summary: 'have the relayer give a fresh address the gas of one transaction',
  details:
    'For an address that has never sent and has no code, once for ever: a stealth address that nobody is to be seen paying, for example. It costs nobody here anything, so nothing is asked.',
  positionals: [{ name: 'address', describes: 'who gets it' }],
  options: [{ flags: '--timeout <seconds>', describes: 'how long to wait, 60 unless told otherwise' }],
  examples: [['service gas 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'as much as one transaction takes']],
  result: {
    to: 'address',
    txHash: 'null where it has enough already',
    amount: 'base units that it was given',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
