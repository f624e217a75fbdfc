import { evaluateRisk, prepareHistory } from '@holdfast/sdk/risk'
import { describe, expect, test } from 'vitest'
import { createFormat } from './format.js'
import { pay as german } from './pay.de.js'
import { pay as english } from './pay.en.js'

const [sender, target] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const

/** What the firewall says of sources that did not answer. */
function unavailable(input: Omit<Parameters<typeof evaluateRisk>[0], 'sender' | 'target'>) {
  const { reasons } = evaluateRisk({ sender, target, ...input })
  const reason = reasons.find(({ code }) => code === 'DATA_UNAVAILABLE')
  if (reason === undefined) throw new Error('Every source has answered.')
  return reason
}

const nothing = { counterparties: null, activity: null, zeroValueTransfers: null, verifiedRecipient: null } as const
const history = (unreadChains: readonly number[]) =>
  prepareHistory({ sender, records: [], complete: false, unreadChains }, {})

describe.each([
  ['en', english, 'your history'],
  ['de', german, 'Ihr Verlauf'],
] as const)('%s', (language, { firewall }, named) => {
  const say = (input: Parameters<typeof unavailable>[0]) => {
    const reason = unavailable(input)
    return { names: reason.sources ?? [], said: firewall.reason.DATA_UNAVAILABLE(reason, createFormat(language)) }
  }

  test('default: every source that did not answer is named in words, and not by its name in the library', () => {
    const { names, said } = say({ ...nothing, history: history([]) })
    expect(names).toHaveLength(5)
    expect(said).toContain(named)
    expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(said.replaceAll(named, '')))).toEqual([])
  })

  test('behavior: the history of another chain is named with that chain', () => {
    const { names, said } = say({ history: history([84532]), activity: { transactionCount: 0, firstSeenAt: null } })
    expect(names).toEqual(['history:84532'])
    expect(said).toMatch(new RegExp(`${named} .* 84532\\.$`))
  })
})
