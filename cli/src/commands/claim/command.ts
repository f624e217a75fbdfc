import type { Command } from '../../command/Command.js'

export const claimCommand: Command = {
  path: ['claim'],
  summary: 'claim a transfer with its code',
  details:
    'The code is read from a prompt, or from the first line of standard input where that is no terminal. A code that does not fit is found out before anything is sent, and costs no attempt. Any wallet can submit a claim; only the recorded recipient is paid, and it must be the wallet or the address of --recipient.\nWith --gasless the service submits it and pays the network: it takes no wallet and no USDC. Under terms with claim keys the service sees no secret, else the code, which opens nothing else.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [
    { flags: '--gasless', describes: 'have the relayer of the service submit it; takes no wallet' },
    { flags: '--recipient <address>', describes: 'address that the transfer must pay; by default that of the wallet' },
  ],
  examples: [
    ['claim 42', 'asks for the code, which nobody sees'],
    ['claim 42 --gasless --service https://pay.example.com', 'without a wallet and without a fee'],
    ['claim 42 --recipient 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'for another wallet'],
    ['claim 42 --account 1 --yes --json < code', 'for a script: the code is the first line of standard input'],
  ],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that paid the recipient',
    chainId: 'number',
    to: 'address that was paid',
    amount: 'base units that were locked',
    fee: 'base units of them that the terms take',
  },
  load: () => import('./run.js'),
}
