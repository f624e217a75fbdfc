import type { Command } from '../../../command/Command.js'
import { codeOption } from '../../../command/walletOptions.js'
import { originOption } from '../../../links/originOption.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const linkCreateCommand: Command = {
  path: ['link', 'create'],
  summary: 'lock USDC for the holder of a link, or for the recipient of one',
  details:
    'The link is cash: its holder is paid, before any other holder. Above 100 USDC, or with --release, the holder can only ask, and you pay with `link release`, after the firewall has judged the address that asks.\nThe secret of the link is shown before anything is sent, the link once the money is locked; neither goes to a log or into the journal. Without a terminal, --link-file names a new file for it. Where the answer is lost, `resume` finds the transfer, and the link is made of its id and that secret.\n`link list` shows what became of it, and `link cancel` takes the money back.\nWith --to the recipient is recorded and checked by the firewall, as in `send`: the link pays no other address, carries no secret and may be sent anywhere; the code is shown once and told by another way.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  options: [
    originOption,
    { flags: '--release', describes: 'pay only an address that you release; always so above 100 USDC' },
    {
      flags: '--terms <id>',
      isHash: true,
      describes: 'terms with claim mode key or key-release that are registered; else one hour and no fee',
    },
    { flags: '--to <payee>', describes: 'address, or @ and the name of a confirmed contact, that alone can be paid' },
    codeOption,
    ...firewallOptions,
    { flags: '--link-file <file>', describes: 'new file, readable by you alone, to write the link to' },
  ],
  examples: [
    ['link create 25 --origin https://pay.example', 'shows what will happen, asks, shows the link'],
    ['link create 25 --to @Bob --origin https://pay.example', 'a link without a secret, for a contact'],
    [
      'link create 25 --origin https://pay.example --account 0 --yes --json --link-file link',
      'for a script: the link goes into a new file, the transfer id is `.result.transferId`',
    ],
  ],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that locked the money',
    deadline: 'ISO 8601: last second in which it can be claimed',
    fee: 'base units that a claim takes from the amount',
    chainId: 'number',
    from: 'address',
    amount: 'base units',
    claimHash: 'the claim key; not the secret',
    configId: 'id of the terms',
    configTxHash: 'transaction that registered the terms; null where they existed',
    approvalTxHash: 'transaction that approved the amount; null where none was needed',
    needsRelease: 'whether the holder must ask; not with --to',
    to: 'address; only with --to',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); only with --to',
    link: 'the link, which holds no secret; only with --to',
  },
  load: () => import('./run.js'),
}
