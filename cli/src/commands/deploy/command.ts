import type { Command } from '../../command/Command.js'

export const deployCommand: Command = {
  path: ['deploy'],
  summary: 'put the contracts on a chain, at the addresses that their code decides',
  details:
    'Shows first what stands, what would be deployed and at which fee. What stands is left alone, so a second call costs nothing, and one that was stopped goes on where it was.',
  wallet: 'signs',
  options: [
    { flags: '--dry-run', describes: 'only show it; needs no wallet' },
    { flags: '--usdc <address>', describes: 'USDC of the chain, where holdfast does not know it' },
    { flags: '--permit <address>', describes: 'Permit2 of the chain, where it is not at its usual address' },
  ],
  examples: [
    ['deploy --dry-run --chain 84532', 'what stands on Base Sepolia, and what is missing'],
    ['deploy --account 0 --rpc http://127.0.0.1:8545/primary/rpc', 'on a devnet'],
    [
      'deploy --chain 31337 --rpc http://127.0.0.1:8545 --usdc 0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
      'on a chain that holdfast does not know; here a fork of Ethereum Sepolia: `anvil --fork-url <url> --chain-id 31337`',
    ],
  ],
  result: {
    chainId: 'number',
    dryRun: 'whether it was only shown',
    contracts:
      'list of `name`, `address`, `wasThere`, and `transactionHash` (null where nothing was sent), in the order of deployment',
    gas: 'of all that was missing, as estimated',
    fee: 'for that gas, in the smallest unit of the native coin: 18 decimals, also where it is USDC',
  },
  load: () => import('./run.js'),
}
