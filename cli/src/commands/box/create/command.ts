import type { Command } from '../../../command/Command.js'
import { acceptOption } from '../../../cosign/acceptOption.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'

export const boxCreateCommand: Command = {
  path: ['box', 'create'],
  summary: 'make a box: an account that pays one target, up to a cap, and only what a co-signer signs',
  details:
    'Nothing about a box can change, and its address commits to all of it. The wallet is its owner and its vault; with --stealth both are a fresh address that only this wallet can compute the key of, announced so that it is found again; with --for one of somebody else, who alone can fund it here, pay from it and sweep it.\nCreation and announcement name the wallet as their sender; with --relayed the relayer of the service, which pays.\nThe co-signer of the service is asked beforehand whether he would sign; a no makes no box. A box that is pulled from binds him to the history of the payer, so that the target can pull while nobody else is there.',
  wallet: 'signs',
  positionals: [{ name: 'target', describes: 'the only address it will ever pay' }],
  options: [
    { flags: '--cap <usdc>', describes: 'most that it pays in all' },
    { flags: '--expires <when>', describes: 'end of its spends: 12h, 30d, or 2027-01-31T12:00:00Z' },
    {
      flags: '--mode <mode>',
      describes: '`push`: its owner pays from it; `pull`: its target takes from it',
      default: 'push',
    },
    { flags: '--every <span>', describes: 'time between two pulls, for `pull`: 1h, 30d' },
    { flags: '--per-pull <usdc>', describes: 'most that one pull takes; else the cap' },
    { flags: '--cosigner <address>', describes: 'who signs every spend, instead of the co-signer of the service' },
    { flags: '--payer <address>', describes: "whose history counts with the firewall, where it is not the wallet's" },
    { flags: '--stealth', describes: 'a fresh stealth address as its owner, announced' },
    {
      flags: '--for <meta-address>',
      describes: 'a fresh stealth address of somebody else as its owner, announced: `st:arc-testnet:0x…`',
    },
    { flags: '--relayed', describes: 'have the relayer of the service make it, and announce it' },
    { flags: '--label <text>', describes: 'name in the announcement, for --stealth and --for: anybody can read it' },
    acceptOption,
    ...firewallOptions,
  ],
  examples: [
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d',
      'a box of the wallet, with the co-signer of the service',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 36 --expires 365d --mode pull --every 30d --per-pull 3',
      'a subscription, 3 USDC a month',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d --for st:arc-testnet:0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --label gift',
      'a box of somebody else, who finds it with `stealth scan`',
    ],
    [
      'box create 0x8617E340B3D01FA5F11F306F4090FD50E238070D --cap 25 --expires 7d --stealth --account 0 --yes --json',
      'for a script: `.result.box`',
    ],
  ],
  result: {
    box: 'its address; null where the co-signer refused beforehand, like both hashes',
    txHash: 'of the transaction that made it; null where it stood before',
    announceTxHash: 'of the announcement; null without --stealth',
    chainId: 'number',
    owner: 'address, and its vault',
    target: 'address',
    maxAmount: 'base units',
    perPullMax: 'base units; 0: no cap but `maxAmount`',
    interval: 'seconds; 0 for `push`',
    expiry: 'ISO 8601',
    mode: '`push` or `pull`',
    cosigner: 'address',
    payer: 'whose history counts',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where the box pays its payer',
    isBound:
      'for `pull`: whether the co-signer is bound to that history; null for `push`, and with --cosigner or --for',
    veto: 'null where the co-signer agreed; else `code`, `reason` and `riskReasons`',
  },
  load: () => import('./run.js'),
}
