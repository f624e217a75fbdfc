import { recipientOption, routeOptions } from '../../../bridge/routeOptions.js'
import type { Command } from '../../../command/Command.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const bridgeSendCommand: Command = {
  path: ['bridge', 'send'],
  summary: 'bring USDC to another chain: burned here, minted there by its issuer',
  details:
    'Approves exactly what is burned, burns it, and waits for the mint; the recipient needs no gas. From the burn on nothing can be lost: its hash alone finds the money, and `resume` or `bridge track` goes on. The speed is the quickest that the chain has; the mint is waited for up to 20 minutes, unless --timeout says otherwise.\nSomebody else is paid only past the firewall, which is asked on both chains.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC that arrive at least, for example 25 or 0.5' }],
  options: [...routeOptions, recipientOption, ...firewallOptions],
  examples: [
    ['bridge send 25 --from Base_Sepolia --to Arc_Testnet', 'shows what will happen, asks, and waits for the mint'],
    [
      'bridge send 25 --to Base_Sepolia --recipient 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0 --yes --json',
      'for a script: `.result.burnTxHash`, or `.error.resume`',
    ],
  ],
  result: {
    from: 'name of the chain that was paid from',
    to: 'name of the chain where it arrived',
    payer: 'address',
    recipient: 'address',
    amount: 'base units that arrive at least',
    maxFee: 'base units that all fees together could take',
    total: 'base units that left the wallet',
    approveTxHash: 'of the approval; null where the allowance covered it',
    burnTxHash: 'of the burn: it alone finds the money',
    forwardTxHash: 'of the mint, on the other chain',
    received: 'base units that arrived; null where the other chain does not show it yet',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was not asked',
  },
  load: () => import('./run.js'),
}
