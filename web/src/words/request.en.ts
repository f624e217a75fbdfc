import type { RequestWords } from './RequestWords.js'

const incomplete = 'Open the link again, or ask the payee for it again. Nothing was sent.'

export const request: RequestWords = {
  title: (amount) => (amount === undefined ? 'You are asked for money' : `You are asked for ${amount}`),
  lead: 'Opening this page pays nothing. The address below is checked like any other.',
  loading: 'Checking the signature…',
  payee: 'To',
  name: 'In your book',
  reference: 'What for',
  referenceHint: 'In the words of the signer. Nothing proves them.',
  amount: 'Amount',
  amountHint: 'You choose it.',
  until: 'To be paid until',
  signed: {
    key: 'Signed by the key of this address. That proves the address, not the person: ask for the four words by voice.',
    contract:
      'Signed by the contract at this address. That proves the address, not the person: ask for the four words by voice.',
  },
  paid: {
    title: (count) => (count === 1 ? 'You have paid this request before' : `You have paid this request ${count} times`),
    why: 'One request is for one payment. Pay it again only if the payee has told you that the first one did not arrive.',
    open: 'Look at that payment',
    again: 'I want to pay it again',
  },
  review: 'Review the payment',
  fault: {
    not_a_request: { title: 'This is not a payment request', why: incomplete },
    unknown_version: {
      title: 'This request is newer than this page',
      why: 'This page cannot read it. Load the page again to get its latest version.',
    },
    too_large: { title: 'This request is too long', why: incomplete },
    bad_encoding: { title: 'This request is damaged', why: incomplete },
    bad_field: { title: 'This request is not valid', why: incomplete },
    unknown_token: {
      title: 'This request cannot be paid here',
      why: 'It asks for another token than USDC, or names an account that cannot be paid.',
    },
    expired: {
      title: 'The time to pay this request is over',
      why: 'Ask the payee for a new one, if it is still to be paid.',
    },
    not_yet: { title: 'This request cannot be paid yet', why: 'It is not valid yet. Open it again later.' },
    signature_invalid: {
      title: 'Do not pay this request',
      why: 'The address in it did not sign it: it was changed on its way, or made up. Ask the payee for a new one over another channel.',
    },
    other_chain: {
      title: 'This request is for another network',
      why: 'This page does not know that network, or is not on it.',
    },
    own: { title: 'This is a request of yours', why: 'Send it to the person who is to pay you.' },
  },
  back: 'Go to the start page',
}
