import type { Command } from '../../../command/Command.js'
import { requestFileOption } from '../../../requests/readTypedRequest.js'

export const requestShowCommand: Command = {
  path: ['request', 'show'],
  summary: 'show what a request asks for, and whether its payee has signed it',
  details:
    'A valid signature proves that the key of the payee asked. It does not prove who holds that key: compare the words with the payee.',
  positionals: [{ name: 'request', describes: 'URI of the request, or a link to it', isRequired: false }],
  options: [requestFileOption],
  examples: [['request show --file invoice.json', 'what it asks for, and what its signature proves']],
  result: {
    payee: 'address to be paid',
    words: 'its four words',
    amount: 'base units; 0: the payer chooses',
    reference: 'text of the payee',
    notBefore: 'ISO 8601',
    expires: 'ISO 8601',
    chainId: 'number',
    requestHash: 'identity of the request',
    signedBy: '`key` of the payee, or its `contract`',
    paidBefore: 'payments of this request by you: list of `at`, `chainId` and `claimHash`',
  },
  load: () => import('./run.js'),
}
