import type { BoxWords } from './BoxWords.js'

const count = (number: number) => number.toLocaleString('en-GB')

export const box: BoxWords = {
  title: 'Spending accounts',
  one: 'Spending account',
  lead: 'An account for one purpose: it pays one recipient, up to a limit, until a date. A co-signer checks every payment. The rest is yours at any time.',
  make: 'New spending account',
  noWallet: 'Connect a wallet to see its spending accounts.',
  empty: {
    title: 'No spending account yet',
    why: 'Create one for a supplier or a subscription. What you add can go to that recipient alone, and what is left comes back to you.',
    example: 'Example: 36 USDC for a magazine that takes 3 USDC a month, for one year.',
  },
  incomplete: {
    title: 'Some may be missing',
    why: 'The network did not answer completely. What is listed is right.',
    again: 'Read it again',
  },
  unfinished: {
    title: 'The outcome of this is not known',
    why: 'The chain is read first. Your wallet asks only for what is still to be done.',
    press: 'Check and continue',
    locked: 'Unlock hidden spending accounts to go on. Close this note only if you are sure that nothing was sent.',
  },
  spentOf: (spent, cap) => `${spent} of ${cap} spent`,
  state: { active: 'open', spent: 'limit reached', expired: 'expired' },
  kinds: { pay: 'Payments', pull: 'Subscription' },
  form: {
    title: 'New spending account',
    lead: 'Its terms cannot change later, and its address commits to them.',
    kind: 'Kind',
    kindWhy: {
      pay: 'You start each payment. The co-signer checks it first.',
      pull: 'The recipient takes each payment when it is due, at most once in each interval.',
    },
    cap: 'Total limit',
    capHint: 'All payments together never exceed it.',
    every: 'At most once in',
    perPull: 'Limit of one payment',
    perPullHint: 'Empty: only the total limit.',
    until: 'Ends after',
    review: 'Review the spending account',
    press: 'Create the spending account',
    most: 'Can pay at most',
    ends: 'Ends',
    noService: {
      title: 'This page has no service that co-signs',
      why: 'Every payment of a spending account needs a co-signer. A page that is served with a service has one; so has the command line.',
    },
  },
  fact: {
    pays: 'Pays only',
    cap: 'Limit',
    spent: 'Spent',
    left: 'Left of the limit',
    holds: 'Holds',
    unknown: 'its token did not answer',
    until: 'Until',
    takes: (amount, span) => `at most ${amount}, once in ${span}`,
    next: 'Next payment',
    now: 'possible now',
    cosigner: 'Co-signer',
    service: 'the service of this page',
    address: 'Its address',
  },
  missing: {
    title: 'This is not a spending account',
    why: 'No known contract of this network created it. Do not send money there.',
    back: 'All spending accounts',
  },
  caution: {
    sweepable: {
      title: 'It holds money that it can never spend',
      why: 'Take it back: that works at any time and needs no co-signer.',
      others: 'Its owner can take it back at any time.',
    },
    foreign_token: {
      title: 'Its token is not USDC',
      why: 'The co-signer signs for USDC alone, and the amounts here are in units of that token.',
    },
    foreign_cosigner: {
      title: 'Its co-signer is not the one of this page',
      why: 'This page cannot pay from it. Take the money back and create a new one.',
      others: 'This page cannot pay from it.',
    },
  },
  stranger: 'It belongs to another account than the connected one. You can only look at it.',
  acts: { fund: 'Add money', pay: 'Pay', pull: 'Take a payment', bind: 'Allow payments', sweep: 'Take back' },
  actWhy: {
    fund: 'It leaves your wallet. You can take it back at any time.',
    pay: 'The co-signer checks the recipient before it signs. If it refuses, nothing is paid.',
    pull: 'You are the recipient. The co-signer checks that the payment is due.',
    bind: 'You sign once. Until the end date the co-signer then checks each payment against the history of this wallet, also while you are offline. It costs nothing.',
    sweep: 'Everything that it holds goes to your wallet. Signed payments that were not made become void.',
  },
  presses: {
    fund: (amount) => `Add ${amount}`,
    pay: (amount) => `Pay ${amount}`,
    pull: (amount) => `Take ${amount}`,
    bind: () => 'Sign the permission',
    sweep: (amount) => `Take ${amount} back`,
  },
  proof: 'Your wallet first signs a text that tells the co-signer who is asking. That costs nothing and moves nothing.',
  asking: 'Asking the co-signer…',
  done: {
    create: 'It is created. Add money to use it.',
    fund: 'The money is in.',
    pay: 'It is paid.',
    pull: 'The payment has arrived.',
    bind: 'The recipient can take what is due from now on.',
    sweep: 'The money is back in your wallet.',
  },
  veto: {
    title: 'The co-signer did not sign. Nothing was paid.',
    why: {
      vault: 'You can take the money back at any time; no co-signer is needed for that.',
      payee: 'The money stays in the spending account, and its owner can take it back. Ask its owner what to do.',
    },
    reason: {
      unknown_account: 'It does not know this as a spending account.',
      foreign_cosigner: 'The spending account names another co-signer.',
      token_not_allowed: 'The token is not one that it signs for.',
      owner_not_bound:
        'It could not verify whose payments to compare with. Sign as the owner, and check the clock of this device.',
      mode_mismatch: 'The spending account does not make this kind of payment.',
      over_limit: 'The amount is more than is left of the limit.',
      over_pull_cap: 'The amount is more than one payment may take.',
      too_soon: 'The next payment is not due yet.',
      expired: 'The spending account has ended, or ends in a moment.',
      not_funded: 'It holds less than the amount.',
      simulation_failed: 'The payment would fail on the chain.',
      simulation_unavailable: 'The payment could not be simulated on the chain. Try again later.',
      risk_blocked: 'The firewall found something against the recipient.',
      risk_unavailable: 'The firewall’s check was incomplete. Try again later.',
      cosigner_unavailable: 'The co-signer did not answer. Try again.',
      cosigner_garbled: 'The co-signer returned a malformed answer.',
      cosigner_mismatch:
        'The co-signer signed something else, or is not the one that the spending account names. Stop using it.',
      other: 'It gave a reason that this page does not know.',
    },
    payeeReason: {
      owner_not_bound: 'Its owner has not allowed payments yet, or the permission is over.',
      risk_blocked: 'The firewall found something against you as its recipient.',
    },
  },
  hidden: {
    title: 'Hidden spending accounts',
    why: 'They belong to addresses that only your wallet can compute, so the chain does not link them to you. Your wallet signs a text twice; the keys that follow from it stay in the memory of this page, and are forgotten after 15 idle minutes.',
    unlock: 'Unlock hidden spending accounts',
    asking: 'Sign the text in your wallet, twice…',
    again: 'Sign it once more, so that the page sees that your wallet signs the same each time.',
    unable:
      'Your wallet signed the same text in two different ways. Keys derived from that would be lost, so hidden spending accounts do not work with it.',
    contract: 'The connected account has code. Its signatures can change, and keys made from them would be lost.',
    open: 'Hidden spending accounts are unlocked',
    forget: 'Forget the keys',
    searching: (done, total, step) =>
      step === 'announcements'
        ? `Reading announcements: ${count(done)} of ${count(total)} blocks`
        : step === 'recognition'
          ? `Comparing: ${count(done)} of ${count(total)} announcements`
          : 'Checking what the chain proves…',
    none: 'None was announced to these keys.',
    unproven: 'not proven: do not add money',
  },
  owner: {
    label: 'Belongs to',
    choice: { wallet: 'This wallet', hidden: 'A hidden address' },
    why: {
      wallet: 'Any reader of the chain can guess that it is yours.',
      hidden:
        'A fresh address that only your wallet can compute. It is announced, so that you find it again. Your wallet sends both transactions and is seen doing so.',
    },
  },
  announce: {
    lead: 'Step 1 of 2: announce it. Without an announcement its key could not be computed again.',
    press: 'Announce it',
  },
  open: {
    fund: {
      arrived: 'The spending account holds it now.',
      missing:
        'It is not there yet. Look at your wallet before you add money again; a double deposit can be taken back.',
    },
    pull: {
      arrived: 'It was taken, and is in your wallet.',
      missing: 'It has not been taken yet. Look at your wallet before you take it again.',
    },
    sweep: {
      arrived: 'The spending account is empty: there is nothing left to take back.',
    },
  },
}
