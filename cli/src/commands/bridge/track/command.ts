import { fromOption } from '../../../bridge/routeOptions.js'
import type { Command } from '../../../command/Command.js'

export const bridgeTrackCommand: Command = {
  path: ['bridge', 'track'],
  summary: 'say where a burn is, also that of somebody else, and mint it where its issuer does not',
  details:
    'Needs no wallet, but for --mint. Exit code 0: it is minted. 7: it is under way, or stuck until somebody mints it.',
  wallet: 'signs',
  positionals: [{ name: 'hash', describes: 'hash of the burn', isHash: true }],
  options: [
    fromOption,
    { flags: '--recipient <address>', describes: 'whose mint is meant, where one transaction holds several burns' },
    { flags: '--watch', describes: 'wait until it is minted' },
    { flags: '--mint', describes: 'mint it for its recipient, for gas on the other chain' },
  ],
  examples: [
    [
      'bridge track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --from Base_Sepolia',
      'what the issuer says of it',
    ],
    [
      'bridge track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --from 84532 --mint --account 0',
      'where the issuer does not mint',
    ],
  ],
  result: {
    burnTxHash: 'as asked',
    from: 'name of the chain where it was burned',
    state: '`unseen` (not known yet, or no burn), `confirming`, `attested` (could be minted) or `minted`',
    forwarding: 'of `attested`, whether the issuer is about to mint: `pending`, `failed` or `not_attempted`; else null',
    delay:
      'of `confirming`, why it is slow: `insufficient_fee`, `amount_above_max`, `insufficient_allowance_available`; or null',
    to: 'name of the chain where it arrives; null before it is attested',
    recipient: 'address; null before it is attested',
    amount: 'base units that the recipient gets; null before it is attested',
    mintTxHash: 'of the mint; null where it is not minted, or was minted by somebody else',
  },
  load: () => import('./run.js'),
}
