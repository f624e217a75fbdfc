import { checkPayment } from '@holdfast/sdk'
import { chainIdOf } from '@holdfast/sdk/chain'
import { isAddressEqual } from 'viem'
import type { Run } from '../../../command/Command.js'
import { CommandFailure } from '../../../failure/CommandFailure.js'
import { readAddress } from '../../../input/readAddress.js'
import { decidePair } from '../../../risk/decidePair.js'
import { isSamePair, openDecisions } from '../../../risk/openDecisions.js'
import { payerOptions } from '../../../risk/payerOptions.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, input) => {
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
}
