import type { Command } from '../../../../command/Command.js'

export const hubDelegateRemoveCommand: Command = {
  path: ['hub', 'delegate', 'remove'],
  summary: 'take back what `hub delegate add` allowed',
  details:
    'On the chain of --chain. A spend that the delegate has signed and the Hub has accepted is still carried out.',
  wallet: 'signs',
  positionals: [{ name: 'address', describes: 'the delegate' }],
  examples: [['hub delegate remove 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'asks, and removes it']],
  result: {
    chain: 'name of the chain',
    depositor: 'address whose balance it is',
    delegate: 'address',
    txHash: 'of the transaction; null where it was no delegate',
  },
  load: () => import('./run.js'),
}
