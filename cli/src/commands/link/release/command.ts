import type { Command } from '../../../command/Command.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const linkReleaseCommand: Command = {
  path: ['link', 'release'],
  summary: 'pay the address that asks for a link with release',
  details:
    'The holder of the link has named the address, so the firewall judges it like any payee; a block stops the release. Compare the address, or its four words, with the person you gave the link to. Without --to, the one address that asks is meant, at a terminal alone; where several ask, or with --yes, none is chosen for you.\nWith --sign nothing is sent: the signed release goes into a new file, and any wallet submits it within 10 minutes with --signed. It can pay that address alone.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer; not with --signed', isRequired: false }],
  options: [
    { flags: '--to <address>', describes: 'address to pay; by default, at a terminal, the one that asks' },
    { flags: '--sign <file>', describes: 'new file to write a signed release to, instead of sending it' },
    { flags: '--signed <file>', describes: 'submit the signed release in that file' },
    ...firewallOptions,
  ],
  examples: [
    ['link release 42', 'shows who asks and what the firewall says, asks, pays'],
    ['link release 42 --sign release.json', 'signs it, for another wallet to submit'],
    ['link release --signed release.json --account 1', 'submits it'],
  ],
  result: {
    transferId: 'decimal text',
    recipient: 'address that is paid',
    words: 'its four words',
    amount: 'base units',
    txHash: 'of the transaction; null with --sign',
    signedTo: 'file of the signed release; null without --sign',
    chainId: 'number',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null with --signed',
  },
  load: () => import('./run.js'),
}
