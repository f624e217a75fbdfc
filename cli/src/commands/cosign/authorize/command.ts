import type { Command } from '../../../command/Command.js'
import { acceptOption } from '../../../cosign/acceptOption.js'

export const cosignAuthorizeCommand: Command = {
  path: ['cosign', 'authorize'],
  summary: "ask the service's co-signer for his signature over one spend of a box",
  details:
    'What the box may do is read from the chain: a box that pays is asked about as its owner, who signs that it is he who asks; a box that is pulled from also without a wallet, where its owner has bound a payer. The signature is good for this spend alone, and nothing moves before it is submitted. Exit codes as of `cosign precheck`.',
  wallet: 'proves',
  positionals: [
    { name: 'box', describes: 'address of the box' },
    { name: 'amount', describes: 'in USDC' },
  ],
  options: [
    { flags: '--payer <address>', describes: "address whose history counts, where it is not the owner's own" },
    acceptOption,
  ],
  examples: [['cosign authorize 0x8617E340B3D01FA5F11F306F4090FD50E238070D 5 --account 0', 'for whoever submits it']],
  result: {
    approved: 'whether he signed',
    cosigner: 'his address',
    box: 'address',
    target: 'address that the box pays',
    amount: 'base units',
    action: '`pay` or `pull`',
    nonce: 'of the spend: with the next one the signature is worth nothing',
    signature: 'null where he did not',
    veto: 'null where he did; else `code`, `reason` and `riskReasons`',
  },
  load: () => import('./run.js'),
}
