import type { Command } from '../../../command/Command.js'

export const linkClaimCommand: Command = {
  path: ['link', 'claim'],
  summary: 'claim what a link leads to',
  details:
    'The link is asked for, or read from the first line of standard input; only a claim link without its code may be an argument, and its code is then asked for. A payment link pays the wallet or the address of --recipient, and nothing undoes that. Under terms with release the sender is asked instead, sees that address and decides.\nWith --gasless the service submits the claim and pays the network: it takes no wallet and no USDC, and a payment link then needs --recipient. The service sees no secret of the link; only the code of a claim link under terms with plain codes, which opens nothing else.',
  wallet: 'signs',
  positionals: [
    { name: 'link', describes: 'claim link without a code; any other link is asked for', isRequired: false },
  ],
  options: [
    { flags: '--gasless', describes: 'have the relayer of the service submit it; takes no wallet' },
    {
      flags: '--recipient <address>',
      describes: 'address to be paid; by default the recorded recipient, or that of the wallet',
    },
  ],
  examples: [
    ['link claim', 'asks for the link, shows what it pays, asks'],
    [
      'link claim --gasless --recipient 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --service https://pay.example.com',
      'without a wallet and without a fee',
    ],
    ['link claim --account 1 --yes --json < link', 'for a script: the link is the first line of standard input'],
  ],
  result: {
    transferId: 'decimal text',
    outcome: '`claimed`, or `release_requested`: the sender decides now',
    recipient: 'address that was paid, or that the sender is asked to pay',
    txHash: 'of the transaction; null where a service asks for a release and names none',
    chainId: 'number',
    amount: 'base units that were locked',
    fee: 'base units of them that the terms take',
  },
  load: () => import('./run.js'),
}
