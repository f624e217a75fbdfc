import { checkPayment, type PairDecision, type RiskReport } from '@holdfast/sdk'
import { chainIdOf } from '@holdfast/sdk/chain'
import { addContact, findContact } from '@holdfast/sdk/contacts'
import { DataUnavailableError, RiskBlockedError } from '@holdfast/sdk/errors'
import { type Address, isAddressEqual } from 'viem'
import type { Input } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { decidePair } from '../../risk/decidePair.js'
import { describeReport } from '../../risk/describeReport.js'
import { openContacts } from '../../risk/openContacts.js'
import { isSamePair, openDecisions } from '../../risk/openDecisions.js'
import type { firewallOptions } from '../../risk/passReport.js'
import { payerOptions } from '../../risk/payerOptions.js'

/** A contact that was saved. */
export type SavedContact = {
  name: string | null
  level: RiskReport['level']
  /** Addresses that look like it and were decided against. */
  decided: Address[]
}

/**
 * Saves an address as confirmed, once the firewall has judged it as if it were not saved. Where it looks like an address that
 * the payer knows well, a person decides at a terminal.
 *
 * @throws RiskBlockedError, DataUnavailableError, CommandFailure `pair_undecided`
 */
export async function saveContact(
  context: Context,
  input: Input<typeof firewallOptions>,
  { address, name, payer }: { address: Address; name: string | undefined; payer: Address },
): Promise<SavedContact> {
  const { terminal } = context
  const contacts = openContacts(context)
  // A name that is taken is found out before any request.
  addContact(contacts.book(), { address, name })
  const client = await context.openChain()
  const chains = [{ chainId: await chainIdOf(client), client }]
  const given = payerOptions(context, input, payer, chains)
  const decisions: PairDecision[] = []
  const judge = async (contacts: readonly Address[]) => {
    const pairs = [...given.pairs.filter((one) => !decisions.some((fresh) => isSamePair(one, fresh))), ...decisions]
    const importedContacts = given.importedContacts.filter((one) => !isAddressEqual(one, address))
    const report = await terminal.during('asking the firewall', () =>
      checkPayment({ payer, payee: address, chains }, { ...given, contacts, importedContacts, pairs }),
    )
    if (!report.complete) throw new DataUnavailableError(`reading the payments of ${payer}`, undefined)
    return report
  }

  // Judged as if it were not saved: saving it is not evidence that it is genuine.
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
  // Another command may have written the book while the firewall was asked.
  const { book } = contacts.change((book) => ({ book: addContact(book, { address, name }) }))
  return {
    name: findContact(book, address)?.name ?? null,
    level: first.level,
    decided: decisions.map(({ over }) => over),
  }
}

/** The address that the payer knows well and the target looks like. */
function lookalikeOf({ reasons }: RiskReport): Address | undefined {
  return reasons.find(({ strength, severity }) => strength === 'strong' && severity !== 'safe')?.lookalikeOf
}
