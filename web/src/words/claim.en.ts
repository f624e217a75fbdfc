import type { ClaimWords } from './ClaimWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const claim: ClaimWords = {
  title: 'Claim a payment',
  lead: 'Paste the link that you were given. Opening it claims nothing.',
  link: 'Claim link',
  linkHint: 'It contains “#/claim/”.',
  linkWrong: 'This is not a claim link. Ask the sender for it again.',
  open: 'Open the link',
  scan: 'Scan a QR code',
  card: (amount) => `${amount} for you to claim`,
  from: 'From',
  fromHint: 'Nothing proves who holds this account. A name in a message is not evidence.',
  to: 'Goes to',
  toOwn: 'your connected account',
  toOther: 'This is not the account you have connected. The money goes to the address above, not to you.',
  until: 'Until',
  fee: 'Fee',
  costs: 'Costs you',
  free: 'nothing',
  code: 'Code',
  codeHint: '16 letters and digits, from the sender. Capitals and hyphens do not matter.',
  press: 'Claim without gas',
  pressWallet: 'Claim from my wallet',
  own: 'or pay the network yourself',
  pressed: 'Claiming…',
  done: { title: (amount) => `${amount} claimed`, why: 'It is at the address below.' },
  asksAgain: 'The outcome is not known yet. The page asks again by itself; the claim is not made twice.',
  attempts: (left) => plural(left, 'One attempt is left.', `${left} attempts are left.`),
  fault: {
    wrong_code: 'This code does not open the payment. Compare it with what the sender gave you. No attempt was used.',
    locked: 'Five wrong codes have locked the payment. The money is safe: ask the sender for a new code.',
    not_pending: 'It can no longer be claimed.',
    expired: 'The time to claim is over. The money goes back to the sender.',
    unknown: 'There is no such payment.',
    other_recipient: 'The payment is for another address.',
    invalid_signature: 'This code does not open the payment. Compare it with what the sender gave you.',
    token_refused: 'USDC refuses to move: the recipient is on its blocklist, or USDC is paused by its issuer.',
    foreign_verifier:
      'A contract that is not ours checks the code of this payment, and the service does not call it. Claim with your wallet.',
  },
  state: {
    locked: {
      title: 'Locked after five wrong codes',
      why: 'The money is safe. The sender can set a new code or take it back.',
    },
    claimed: { title: 'Already claimed', why: 'The money is at the recipient’s address.' },
    cancelled: { title: 'Taken back by the sender', why: 'Ask the sender what has happened.' },
    returned: { title: 'Returned to the sender', why: 'It was not claimed in time. The sender can send it again.' },
    expired: { title: 'The time to claim is over', why: 'The money goes back to the sender, who can send it again.' },
    replaced: { title: 'This link is no longer valid', why: 'The sender has set a new code. Ask for it.' },
  },
  missing: {
    title: 'There is no such payment',
    why: 'The link may be incomplete, or the payment was just made and is not confirmed yet.',
  },
  otherChain: {
    title: 'This payment is on another network',
    why: 'This page does not know that network. Open the link in the application that it names.',
  },
}
