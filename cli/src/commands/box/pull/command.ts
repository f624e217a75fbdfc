import type { Command } from '../../../command/Command.js'

export const boxPullCommand: Command = {
  path: ['box', 'pull'],
  summary: 'let the target of a box take its due, with the signature of its co-signer',
  details:
    'For a box of mode pull, once in its interval. As a rule the target does it, while its owner is away: he has bound a payer with the co-signer. The wallet pays the gas and can send the money nowhere but to the target. Exit codes as of `box pay`.',
  wallet: 'signs',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'USDC, for example 25 or 0.5' },
  ],
  examples: [['box pull 0x8617E340B3D01FA5F11F306F4090FD50E238070D 3', 'this month’s 3 USDC']],
  result: {
    isPaid: 'whether the target was paid',
    txHash: 'of the pull; null after a veto',
    box: 'address',
    target: 'address',
    amount: 'base units',
    chainId: 'number',
    veto: 'null where he signed; else `code`, `reason` and `riskReasons`',
  },
  load: () => import('./run.js'),
}
