import { checkPayment } from '@holdfast/sdk'
import { chainIdOf } from '@holdfast/sdk/chain'
import { isAddressEqual } from 'viem'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { decidePair } from '../../risk/decidePair.js'
import { isSamePair, openDecisions } from '../../risk/openDecisions.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { readPayer } from '../../wallet/findWallet.js'

export const command = defineCommand({
  summary: 'decide which of two known addresses that look alike is genuine; the other one is blocked',
  details:
    'For two addresses that `check` reports as an undecided pair: they look alike, and the payer knows both well. It shows what is known of both and asks for the eight digits in the middle of the genuine address; only a person at a terminal can decide, no option and no script (exit code 3). Any other two addresses are refused (exit code 4).\nThe decision is kept in `pairs.json` beside the settings file. It applies to this payer on all chains: payments to the genuine address pass, and those to its imitation are blocked. A new decision about the same pair replaces it, `pairs remove` revokes it, and a bait that the genuine address signs later voids it. The service does not know it: see `--accept` of `cosign authorize`.',
  wallet: 'names',
  positionals: [
    { name: 'keep', describes: 'the genuine address' },
    { name: 'over', describes: 'its imitation' },
  ],
  options: [{ flags: '--from <address>', describes: 'address that pays; by default the wallet’s' }],
  examples: [
    [
      'pairs decide 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91 0xd9A1C3788D81257612E2581A6ea0aDa244853a91',
      'shows what is known of both, and asks',
    ],
  ],
  result: {
    sender: 'account whose payments it applies to',
    keep: 'the genuine address',
    over: 'its imitation',
    at: 'milliseconds since 1970',
  },
  async run(context, input) {
    const {
      positionals: [genuine, imitation],
      options,
    } = input
    const keep = readAddress('keep', genuine)
    const over = readAddress('over', imitation)
    const { terminal } = context
    const client = await context.openChain()
    const sender = await readPayer(context, options.from)
    const chains = [{ chainId: await chainIdOf(client), client }]
    const given = payerOptions(context, input, sender, chains)
    // Judged as if nothing had been decided, so that a decision can be reversed.
    const pairs = given.pairs.filter((one) => !isSamePair(one, { sender, keep, over }))
    const report = await terminal.during('asking the firewall', () =>
      checkPayment({ payer: sender, payee: keep, chains }, { ...given, pairs }),
    )
    const isPair = report.reasons.some(
      ({ undecided, lookalikeOf }) =>
        undecided === true && lookalikeOf !== undefined && isAddressEqual(lookalikeOf, over),
    )
    if (!isPair)
      throw new CommandFailure('refused', 'no_pair', `${keep} and ${over} are not an undecided pair of ${sender}.`, [
        'Only two addresses that look alike and that the payer knows equally well need a decision; see holdfast check.',
      ])
    const decision = await decidePair(context, input, report, over)
    openDecisions(context).keep(decision)
    return { result: decision, text: `${keep} is genuine. Payments to ${over} are blocked.` }
  },
})
