import type { WalkWords } from './WalkWords.js'

export const walk: WalkWords = {
  title: 'Try an attack',
  lead: 'You are Alice, with 500 USDC of a test chain that runs on this machine alone. You need no wallet, and nothing here is worth anything.',
  start: 'Start as Alice',
  starting: 'Getting 500 USDC…',
  failed: 'The test chain did not answer. Is the program that serves this page still running?',
  attack: {
    title: 'The attack',
    why: 'You pay Bob 5 USDC. Mallory sees it, makes an address that begins and ends like Bob’s, and plants it in your history.',
    press: 'Attack me',
    pressed: 'Paying Bob, and planting the bait…',
  },
  copy: {
    title: 'The mistake',
    why: 'You want to pay Bob again. Copy the newest row, as most people do, and paste it below as the recipient.',
    after: 'Holdfast stops you. Press “Go back” there.',
    unguarded: (amount) =>
      `Zoe, whose wallet has no firewall, was attacked in the same way. She copied the newest row and paid: her ${amount} are gone.`,
  },
  pay: {
    title: 'Pay the real Bob',
    why: 'Paste the address that Bob gave you, pay 25 USDC, and copy the link with the code in it.',
  },
  claim: {
    title: 'Be Bob',
    why: 'Open that link in a second tab, which has no wallet, and claim.',
  },
  history: 'Your history, as most wallets show it',
  historyWhy: 'Both rows say that you have paid. One of them is Bob.',
  out: (amount) => `Sent ${amount}`,
  bob: 'Bob’s address, from Bob',
  copyRow: (place) => `Copy the address of row ${place}`,
  copyBob: 'Copy Bob’s address',
}
