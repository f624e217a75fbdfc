import type { Command } from '../../../command/Command.js'

export const vaultDepositCommand: Command = {
  path: ['vault', 'deposit'],
  summary: 'put USDC of the wallet into the vault, a ledger that boxes can be funded out of',
  details:
    'Approves exactly the amount where the allowance is short. The vault keeps it under the name of the wallet, which alone can move it. It is not where a box is swept to.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  examples: [['vault deposit 100', 'for boxes to come']],
  result: {
    txHash: 'of the deposit',
    approvalTxHash: 'of the approval; null where the allowance covered it',
    amount: 'base units',
    owner: 'address it stands under',
    vault: 'address of the ledger',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
