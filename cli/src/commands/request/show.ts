import { findPaidRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import { defineCommand } from '../../command/Command.js'
import { openPaidRequests } from './openPaidRequests.js'
import { describeProof, describeRequest, readTypedRequest, requestFileOption } from './typedRequest.js'

export const command = defineCommand({
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
    requestHash: 'hash that identifies the request',
    signedBy: '`key` of the payee, or its `contract`',
    paidBefore: 'payments of this request by you: list of `at`, `chainId` and `claimHash`',
  },
  async run(context, input) {
    const request = readTypedRequest(context, input)
    const { hash, signedBy } = await verifyPaymentRequest(await context.openChain(request.chainId), request)
    const paidBefore = findPaidRequest(request, openPaidRequests(context).all())
    const { signature: _, token: __, nonce: ___, ...shown } = request
    return {
      result: {
        ...shown,
        words: addressWords(request.payee),
        requestHash: hash,
        signedBy,
        paidBefore: paidBefore.map(({ at, chainId, claimHash }) => ({ at, chainId, claimHash })),
      },
      text: [
        'Payment request',
        ...describeRequest(request).map(([label, value]) => `  ${label.padEnd(9)}  ${value}`),
        ...describeProof(signedBy),
        ...paidBefore.map(({ at }) => `You have paid it before: ${at}.`),
      ].join('\n'),
    }
  },
})
