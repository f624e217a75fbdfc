import type { Command } from '../../../command/Command.js'

export const stealthAnnounceCommand: Command = {
  path: ['stealth', 'announce'],
  summary: 'announce a box, so that the owner of its stealth address finds it',
  details:
    "Whoever announces is on record for ever. From the payer's own wallet that ties wallet and box together: with --relayed the service does it, needs no wallet and takes no fee. Nobody gets power over the box by it.\nThe first announcement sets the label. It is public: write nothing in it that names a person.",
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  options: [
    { flags: '--stealth-address <address>', describes: 'owner of the box, as `stealth address` drew it' },
    { flags: '--ephemeral-key <bytes>', describes: 'public one-time key it was drawn with' },
    { flags: '--view-tag <number>', describes: 'its view tag, 0 to 255' },
    { flags: '--label <text>', describes: 'name that the owner sees, and everybody else; 40 bytes' },
    { flags: '--relayed', describes: 'have the relayer of the service announce it' },
  ],
  examples: [
    [
      'stealth announce 0x8617E340B3D01FA5F11F306F4090FD50E238070D --stealth-address 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --ephemeral-key 0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --view-tag 31 --label rent --relayed',
      'without a trace of the wallet',
    ],
  ],
  result: {
    txHash: 'of the announcement',
    announcer: 'address on record for it',
    box: 'address',
    stealthAddress: 'owner of the box',
    label: 'as it was announced; empty where there is none',
    isMade: 'whether the box stands; until it does, the announcement proves nothing',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
