import { checkPayment, type PairDecision, type RiskReport } from '@holdfast/sdk'
import { chainIdOf } from '@holdfast/sdk/chain'
import { DataUnavailableError, RiskBlockedError } from '@holdfast/sdk/errors'
import { type Address, isAddressEqual } from 'viem'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { decidePair } from '../../../risk/decidePair.js'
import { describeReport } from '../../../risk/describeReport.js'
import { openContacts } from '../../../risk/openContacts.js'
import { isSamePair, openDecisions } from '../../../risk/openDecisions.js'
import { payerOptions } from '../../../risk/payerOptions.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  const address = readAddress('address', typed)
  const { terminal } = context
  const client = await context.openChain()
  const payer = await readPayer(context, options.from)
  const chains = [{ chainId: await chainIdOf(client), client }]
  const given = payerOptions(context, input, payer, chains)
  const decisions: PairDecision[] = []
  const judge = async (contacts: readonly Address[]) => {
    const pairs = [...given.pairs.filter((one) => !decisions.some((fresh) => isSamePair(one, fresh))), ...decisions]
    const report = await terminal.during('asking the firewall', () =>
      checkPayment({ payer, payee: address, chains }, { ...given, contacts, pairs }),
    )
    if (!report.complete) throw new DataUnavailableError(`reading the payments of ${payer}`, undefined)
    return report
  }

  // Judged as if it were not saved: saving it is no evidence that it is genuine.
  const others = given.contacts.filter((one) => !isAddressEqual(one, address))
  const first = await judge(others)
  let report = first
  for (let other = lookalikeOf(report); other !== undefined; other = lookalikeOf(report)) {
    // A decision that changes nothing is void: the address has signed a bait.
    if (decisions.some(({ over }) => over === other)) throw new RiskBlockedError(report)
    decisions.push(await decidePair(context, input, report, other))
    report = await judge([...others, address])
  }
  if (report.level === 'block') throw new RiskBlockedError(report)
  if (report.level === 'warning') terminal.say(`${describeReport(report, terminal.paint)}\n`)
  for (const decision of decisions) openDecisions(context).keep(decision)
  openContacts(context).add(address)
  return {
    result: { address, level: first.level, decided: decisions.map(({ over }) => over) },
    text: `${address} is saved.`,
  }
}

/** The address that the payer knows well and the target looks like. */
function lookalikeOf({ reasons }: RiskReport): Address | undefined {
  return reasons.find(({ strength, severity }) => strength === 'strong' && severity !== 'safe')?.lookalikeOf
}
