import type { Command } from '../../../command/Command.js'

export const serviceAnnouncementsCommand: Command = {
  path: ['service', 'announcements'],
  summary: 'read a page of stealth announcements from the service',
  details:
    'The service learns nothing of whose they are. `stealth scan` finds those that are yours.\nA page never splits a block; the next one begins at `nextBlock`.',
  options: [
    { flags: '--from-block <number>', describes: 'first block of the page; else that of the announcer' },
    { flags: '--limit <number>', describes: 'announcements after which the page ends, 1 to 1000', default: '100' },
  ],
  examples: [
    ['service announcements --limit 10', 'the first ten'],
    ['service announcements --from-block 53756547 --json', 'for a script: `.result.announcements`'],
  ],
  result: {
    chainId: 'number',
    announcements:
      'list of `stealthAddress`, `ephemeralPubKey`, `metadata`, `caller` (addresses in lower case), `blockNumber`, `logIndex`, `transactionHash`; anybody can announce anything',
    nextBlock: 'first block of the next page, or null on the last one',
    completeToBlock: 'no announcement up to this block is missing',
    complete: 'whether the index of the service had come to the head of the chain',
  },
  load: () => import('./run.js'),
}
