import type { TransferWords } from './TransferWords.js'

export const transfer: TransferWords = {
  title: (id) => `Payment ${id}`,
  status: {
    NONE: 'There is no such payment',
    PENDING: 'Locked, waiting to be claimed',
    CLAIMED: 'Claimed',
    CANCELLED: 'Taken back',
    RECLAIMED: 'Returned after its deadline',
    LOCKED: 'Locked after five wrong codes',
  },
  overdue: 'Its deadline has passed. It can be returned to the sender.',
  lockedWhy: 'The money is safe. A new code unlocks it.',
  code: {
    title: 'The code for the recipient',
    why: 'The recipient needs it to claim. Tell it in person, by voice, or in another chat than the one the address came from.',
    never:
      'Never send it to a contact that came with this address: if the address is an imitation, that contact is the thief.',
    copyNow: 'Copy it now: this browser keeps nothing, and without the code you can only take the money back.',
    copy: 'Copy the code',
    link: 'Copy the link, without the code',
    linkWith: 'Copy the link with the code in it',
    linkWithWhy:
      'Any person who opens that link can finish the payment to this recipient. Messengers and browser histories keep it.',
    otherAccount: 'The code is kept for the account that sent it. Connect that account to see it.',
    notKept: 'The code is not in this browser. Set a new one if it is lost.',
  },
  actions: 'What you can do',
  readOnly: 'Connect the account that sent it to take it back or to set a new code.',
  cancel: 'Take it back',
  cancelWhy: 'The whole amount returns to you at once. The code becomes useless.',
  rekey: 'Set a new code',
  rekeyWhy: 'The old code becomes useless. Give the new one to the recipient.',
  giveBack: 'Return it to the sender',
  giveBackWhy: 'Its deadline has passed. Anyone can return it; it goes to the sender alone.',
  confirm: 'Confirm in your wallet…',
  keep: 'Leave it as it is',
  lost: {
    claimed: 'It was claimed before that could happen.',
    cancelled: 'It was taken back before that could happen.',
    returned: 'It was returned before that could happen.',
  },
  missing: {
    title: 'There is no such payment',
    why: 'It may be on another network, or the transaction is not confirmed yet.',
  },
  swapped: {
    title: 'What was signed is not what you saw',
    lead: 'The payment that was made is not the one on your screen. Your wallet, or a program on this device, changed it. The money is still locked: take it back now.',
    shown: 'You saw',
    mined: 'On the chain',
    amounts: (shown, mined) => `You saw ${shown}. On the chain it is ${mined}.`,
    cancel: 'Take the money back now',
    cancelled: 'The money is back',
    cancelledWhy: 'Pay nothing more from this device until you know what changed the payment.',
    after: 'Back to the start page',
  },
}
