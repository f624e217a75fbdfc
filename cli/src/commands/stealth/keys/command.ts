import type { Command } from '../../../command/Command.js'

export const stealthKeysCommand: Command = {
  path: ['stealth', 'keys'],
  summary: "show the wallet's stealth meta-address, which payers draw fresh addresses from",
  details:
    'The keys come from one signature of a fixed text, so there is nothing to store and nothing to lose but the wallet.\nThe private ones are never shown. With --viewing-key-file, the viewing key goes to a device that is to find payments and spend none: `stealth scan --for`. It shows the whole private history, now and later.',
  wallet: 'proves',
  options: [
    {
      flags: '--viewing-key-file <file>',
      describes: 'new file, readable by you alone, to write the viewing key to',
    },
  ],
  examples: [
    ['stealth keys --account 0', 'what to publish, and the public keys in it'],
    ['stealth keys --account 0 --viewing-key-file viewing-key', 'and the viewing key, for a scanner'],
  ],
  result: {
    address: 'of the wallet',
    metaAddress: 'what to give to payers; good for the chain it names',
    spendingPub: '33 bytes: payers draw addresses with it, and only the wallet spends from them',
    viewingPub: '33 bytes',
    viewingKeyFile: 'file of the viewing key, where --viewing-key-file was given',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
