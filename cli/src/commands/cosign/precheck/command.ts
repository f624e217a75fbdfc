import type { Command } from '../../../command/Command.js'

export const cosignPrecheckCommand: Command = {
  path: ['cosign', 'precheck'],
  summary: "ask the service's co-signer whether he would sign a payment; nothing is signed",
  details: 'Exit code 0: he would. 3: the firewall blocks it. 4: another veto. 5: he did not answer.',
  wallet: 'names',
  positionals: [
    { name: 'target', describes: 'address that would be paid' },
    { name: 'amount', describes: 'in USDC' },
  ],
  options: [{ flags: '--from <address>', describes: 'address whose history counts; else that of the wallet' }],
  examples: [['cosign precheck 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --account 0', 'before a box is made']],
  result: {
    approved: 'whether he would sign',
    cosigner: 'his address',
    chainId: 'number',
    owner: 'address whose history counted',
    target: 'address that would be paid',
    amount: 'base units',
    veto: 'null where he would; else `code`, `reason` in words, and `riskReasons`: rules of the firewall, where it was that',
  },
  load: () => import('./run.js'),
}
