import { BOX_RESULT } from '../../../box/boxResult.js'
import type { Command } from '../../../command/Command.js'

export const boxListCommand: Command = {
  path: ['box', 'list'],
  summary: 'list the boxes of an owner, oldest first',
  details:
    'Of the wallet, or of an address that is named; with --stealth also those of stealth addresses of the wallet, found by their announcements. All factories count that holdfast knows on the chain, retired ones too. Anybody can make a box in somebody else’s name: one in the list is not yet on your terms.',
  wallet: 'names',
  options: [
    { flags: '--owner <address>', describes: 'whose boxes; else those of the wallet' },
    { flags: '--stealth', describes: 'also those whose owner is a stealth address of the wallet' },
  ],
  examples: [
    ['box list', 'whom each pays, and what is left'],
    ['box list --stealth --json', 'for a script: `.result.boxes`'],
  ],
  result: {
    owner: 'address',
    chainId: 'number',
    boxes: `list of ${Object.keys(BOX_RESULT)
      .map((name) => `\`${name}\``)
      .join(
        ', ',
      )} as of \`box show\`, with \`owner\`, \`label\` and \`proof\`: those of a box that was announced, else null`,
  },
  load: () => import('./run.js'),
}
