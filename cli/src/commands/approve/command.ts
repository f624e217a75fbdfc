import type { Command } from '../../command/Command.js'

export const approveCommand: Command = {
  path: ['approve'],
  summary: 'let the transfer contract take exactly this much USDC from the wallet',
  details: '`send` does it by itself where the allowance is short.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  examples: [['approve 100', 'for sends of 100 USDC in all']],
  result: {
    txHash: 'of the approval; null where the allowance covered it and nothing was sent',
    allowance: 'base units that the contract may take now',
    spender: 'the transfer contract',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
