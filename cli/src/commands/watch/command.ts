import type { Command } from '../../command/Command.js'

export const watchCommand: Command = {
  path: ['watch'],
  summary:
    'judge your unclaimed payments again and again, and with --recall take back what the firewall comes to block',
  details:
    'Runs until Ctrl-C, in your own process: no service learns what you would cancel. Evidence that comes after a send counts: an address that you pay later, and that an earlier recipient imitates; a bait that the recipient signs. Each finding is a line on standard error, or with --json a JSON line on standard output.\nWith --recall a cancellation is signed for each payment that is open now, good until its deadline and void after a `rekey`. It is used only where the firewall would block a first payment to that recipient on evidence that no third party can forge; forged baits, addresses that only paid you and imported contacts only notify. Payments that `send` has made against the advice of the firewall, by an acknowledged report, are never taken back; those of other programs are unless --except names them. With --arm-new payments that are made while it runs are armed as well, where the firewall does not block them at the first look.\nAddresses that ask for the release of a link are judged and reported.',
  wallet: 'signs',
  options: [
    { flags: '--recall', describes: 'sign cancellations now, and use them under the rules above' },
    { flags: '--except <ids>', describes: 'transfers that are never taken back, separated by commas' },
    {
      flags: '--arm-new',
      describes: 'with --recall: also sign cancellations for payments that are made while it runs',
    },
    {
      flags: '--from <address>',
      describes: 'address whose payments are watched; not with --recall, which is for the wallet',
    },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
    { flags: '--interval <span>', describes: 'time between two looks', default: '15s' },
  ],
  examples: [
    ['watch --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'only notifies, and needs no wallet'],
    ['watch --recall --except 42 --account 0', 'shows what it may cancel, asks, watches'],
  ],
  result: {
    sender: 'address whose payments are watched',
    chainId: 'number',
    open: 'list of `transferId`, `recipient` and `amount` of the payments that are open now',
    armed: 'list of the ids that may be taken back',
    acknowledged: 'list of the open ids that were sent against the advice of the firewall, and are never taken back',
  },
  load: () => import('./run.js'),
}
