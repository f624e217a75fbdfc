import type { Command } from '../../command/Command.js'
import { codeOption } from '../../command/walletOptions.js'

export const rekeyCommand: Command = {
  path: ['rekey'],
  summary: 'give a transfer a new code, and unlock it',
  details:
    'For its sender, until the deadline. The old code opens nothing any more, wrong attempts are forgotten, and the deadline stays. The new code is shown once, on the terminal, before anything is sent.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [codeOption],
  examples: [['rekey 42', 'for a code that was lost, or seen by somebody else']],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that set the new code',
    chainId: 'number',
    claimHash: 'what the new code opens; not the code',
  },
  load: () => import('./run.js'),
}
