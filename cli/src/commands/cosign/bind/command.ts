import type { Command } from '../../../command/Command.js'
import { acceptOption } from '../../../cosign/acceptOption.js'

export const cosignBindCommand: Command = {
  path: ['cosign', 'bind'],
  summary: "tell the service's co-signer whose history counts when the target of a box pulls",
  details:
    '`box create --mode pull` does it by itself. For the owner of a box that is pulled from; of two bindings the later one counts. Signed, and not a transaction: it costs nothing.',
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  options: [
    { flags: '--payer <address>', describes: "whose history counts, where it is not the wallet's" },
    {
      flags: '--until <when>',
      describes: 'end of the binding: 12h, 30d, or 2027-01-31T12:00:00Z; else that of the box',
    },
    acceptOption,
  ],
  examples: [
    ['cosign bind 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'the target can pull while nobody else is there'],
  ],
  result: {
    isBound: 'whether the co-signer has taken it',
    box: 'address',
    cosigner: 'address',
    payer: 'whose history counts',
    until: 'ISO 8601',
    chainId: 'number',
    veto: 'null where he has; else `code` and `reason`',
  },
  load: () => import('./run.js'),
}
