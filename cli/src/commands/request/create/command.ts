import type { Command } from '../../../command/Command.js'
import { originOption } from '../../../links/originOption.js'

export const requestCreateCommand: Command = {
  path: ['request', 'create'],
  summary: 'sign a request to be paid, instead of giving your address away to be copied',
  details:
    'The request names the wallet as payee and moves no money. It is public, and it can be paid until it expires. The URI is also what a QR code of it holds. A wallet that signs as a contract needs --file: its signature fits into no link.',
  wallet: 'proves',
  positionals: [{ name: 'amount', describes: 'USDC; left out, the payer chooses', isRequired: false }],
  options: [
    { flags: '--reference <text>', describes: 'your own text for the payer, at most 64 characters of ASCII' },
    { flags: '--expires-in <span>', describes: 'how long it can be paid, at most 90d', default: '7d' },
    { ...originOption, describes: 'web application of a link to the request, as https://pay.example' },
    { flags: '--file <file>', describes: 'new file to write the request to' },
  ],
  examples: [
    ['request create 25 --account 0', 'signs it and prints the URI'],
    ['request create 25 --reference INV-7 --origin https://pay.example --account 0', 'a link as well'],
  ],
  result: {
    uri: 'the request as a URI; null for a signature that fits into none',
    link: 'the same as a link; null without --origin',
    file: 'file of the request; null without --file',
    requestHash: 'identity of the request',
    payee: 'the wallet',
    words: 'its four words, to read aloud',
    amount: 'base units; 0: the payer chooses',
    reference: 'your text',
    expires: 'ISO 8601',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
