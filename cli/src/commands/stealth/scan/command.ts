import type { Command } from '../../../command/Command.js'

export const stealthScanCommand: Command = {
  path: ['stealth', 'scan'],
  summary: 'find the boxes that were announced to the wallet, and what they hold',
  details:
    'The announcements of everybody are read and looked through here, so that no question shows which are yours; of the boxes found the node is then asked for policy and balance. What was read is kept: the next search, and one that was stopped, goes on from there.\nAnybody can announce anything. A box with the proof `salt` was made by whoever announced it; one with `owner` is yours, but its label is not shown; the others are only counted. Compare a box with `box show` before money goes into it: whoever knows the meta-address can make one for you that pays and sweeps to himself.',
  wallet: 'proves',
  options: [
    {
      flags: '--source <where>',
      describes: '`chain`, or `explorer` or `service` for the first, long stretch, believed for what they leave out',
      default: 'chain',
    },
    {
      flags: '--for <meta-address>',
      describes: 'watch only: takes no wallet but the viewing key, from a prompt or the first line of standard input',
    },
  ],
  examples: [
    ['stealth scan --account 0', 'boxes of the wallet, read from the chain'],
    ['stealth scan --account 0 --source service --service https://pay.example.com', 'quicker, believing the service'],
    [
      'stealth scan --for st:arc-testnet:0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --json < viewing-key',
      'on a device that can spend nothing',
    ],
  ],
  result: {
    boxes:
      'list of `box`, `stealthAddress`, `ephemeralPubKey`, `label` (empty unless proved), `proof` (`salt`, `owner` or `none`), and in base units `balance` of the box and `addressBalance` of its stealth address, both null without a proof',
    balance: 'base units in all boxes with a proof',
    announcements: 'how many were looked through',
    completeToBlock: 'none is missing up to here',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
