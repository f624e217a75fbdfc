import { findPaidRequest, verifyPaymentRequest } from '@holdfast/sdk/requests'
import { addressWords } from '@holdfast/sdk/words'
import type { Run } from '../../../command/Command.js'
import { describeProof, describeRequest } from '../../../requests/describeRequest.js'
import { openPaidRequests } from '../../../requests/openPaidRequests.js'
import { readTypedRequest } from '../../../requests/readTypedRequest.js'

export const run: Run = async (context, input) => {
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
}
