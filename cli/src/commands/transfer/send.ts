import { defineCommand } from '../../command/Command.js'
import { readAmount } from '../../input/readAmount.js'
import { readPayee } from '../../risk/readPayee.js'
import { lockPayment, paymentOptions } from './lockPayment.js'

export const command = defineCommand({
  summary: 'lock USDC for a recipient, who claims it with a code',
  details:
    'The code is shown once, on the terminal, before anything is sent. Give it to the recipient over a channel you already know, not one that came with the address. Under the default terms the claim does not publish it, and wrong codes cannot lock the transfer. Until it is claimed, `cancel` takes the money back; past the deadline any account can return it to you.\nA blocked payment can be overridden only by acknowledging that specific report: with --acknowledge, or when asked at a terminal.',
  wallet: 'signs',
  positionals: [
    { name: 'to', describes: 'address that is paid, or @ and the name of a confirmed contact' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  options: paymentOptions,
  examples: [
    ['send 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25', 'shows what will happen, asks, shows the code'],
    ['send @Bob 25', 'the same, for a contact that you have confirmed'],
    [
      'send 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --account 0 --yes --json --code-file code',
      'for a script: the code goes into a new file, the transfer id is `.result.transferId`',
    ],
    [
      'send 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --acknowledge report.json',
      'despite a report that `check --save report.json` wrote in the last 15 minutes',
    ],
  ],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that locked the money',
    deadline: 'ISO 8601: last second in which it can be claimed',
    fee: 'base units that a claim takes from the amount',
    chainId: 'number',
    from: 'address',
    to: 'address',
    amount: 'base units',
    claimHash: 'commitment to the code; does not reveal it',
    configId: 'id of the terms',
    configTxHash: 'transaction that registered the terms; null where they existed',
    approvalTxHash: 'transaction that approved the amount; null where the allowance covered it',
    firewall: '`safe`, `warning` or `block` (which was acknowledged)',
  },
  async run(context, input) {
    const [target, typed] = input.positionals
    const payee = readPayee(context, 'to', target)
    const amount = readAmount('amount', typed)
    return lockPayment(context, input, { ...payee, amount })
  },
})
