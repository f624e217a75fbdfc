import type { ReceiveWords } from './ReceiveWords.js'

export const receive: ReceiveWords = {
  title: 'Receive',
  lead: 'Give the payer your address over a channel that only you two use: by voice, in person, or in a chat you both know.',
  address: 'Your address',
  copy: 'Copy the address',
  qr: 'Your address as a QR code',
  noWallet: {
    title: 'Connect a wallet first',
    why: 'Then your address, its four words and its QR code are here. To claim a payment you need no wallet.',
  },
  ask: {
    title: 'Ask for money',
    why: 'A signed request carries your address and the amount. The payer copies and types nothing, and a changed request is refused.',
    go: 'Make a request',
  },
  form: {
    title: 'Ask for money',
    lead: 'Your wallet signs the request. That costs nothing and moves nothing.',
    amount: 'Amount',
    amountHint: 'Empty: the payer chooses.',
    reference: 'What for',
    referenceHint: 'For the payer to read, at most 64 plain letters and digits.',
    referenceWrong: 'Use at most 64 characters: plain letters, digits and signs, without accents.',
    life: 'It can be paid for',
    lives: { day: '1 day', week: '7 days', month: '30 days' },
    sign: 'Sign the request',
    signing: 'Confirm it in your wallet…',
  },
  made: {
    title: 'Your request',
    lead: ({ amount, until }) => `${amount ?? 'Any amount'} for you, until ${until}.`,
    qr: 'The request as a QR code',
    copy: 'Copy the link',
    warning:
      'The payer sees your address and your four words. Tell them the words by voice: a thief can sign a request as well, for another address.',
    file: 'Save it as a file',
    fileWhy: 'The signature of your account is too long for a link. Send the payer the file.',
    again: 'Make another one',
  },
}
