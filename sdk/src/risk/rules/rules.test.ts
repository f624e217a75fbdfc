import { counterfeit, crowd, pays, planter, record, sender } from '@holdfast/testkit/riskScene'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { RiskRuleCode } from '../../errors/risk.js'
import { evaluateRisk } from '../evaluateRisk.js'
import type { HistoryRecord } from '../history/SenderHistory.js'
import { examples as counterfeitTokenBait } from './counterfeitTokenBait.examples.js'
import { examples as dataUnavailable } from './dataUnavailable.examples.js'
import { examples as dustBait } from './dustBait.examples.js'
import { type Example, type ExampleRecord, type ExampleSigner, now } from './example.js'
import { examples as freshAddress } from './freshAddress.examples.js'
import { examples as knownCounterparty } from './knownCounterparty.examples.js'
import { examples as lookalikeAddress } from './lookalikeAddress.examples.js'
import { examples as newAddress } from './newAddress.examples.js'
import { rules } from './rules.js'
import { examples as verifiedRecipient } from './verifiedRecipient.examples.js'
import { examples as zeroValueBait } from './zeroValueBait.examples.js'

const tables: Readonly<Record<RiskRuleCode, readonly Example[]>> = {
  LOOKALIKE_ADDRESS: lookalikeAddress,
  ZERO_VALUE_BAIT: zeroValueBait,
  COUNTERFEIT_TOKEN_BAIT: counterfeitTokenBait,
  DUST_BAIT: dustBait,
  VERIFIED_RECIPIENT: verifiedRecipient,
  KNOWN_COUNTERPARTY: knownCounterparty,
  DATA_UNAVAILABLE: dataUnavailable,
  NEW_ADDRESS: newAddress,
  FRESH_ADDRESS: freshAddress,
}
const codes = Object.keys(rules) as RiskRuleCode[]
const cases = codes.flatMap((code) => tables[code].map((example) => [code, example.says, example] as const))

test.each(cases)('%s: %s', (code, _, example) => {
  const report = judge(example)
  const reason = report.reasons.find((one) => one.code === code)
  expect(reason?.severity ?? null).toBe(example.expected)
})

test.each(codes)('%s has examples that it applies to and examples that it does not', (code) => {
  const expected = tables[code].map((example) => example.expected)
  expect(expected).toContain(null)
  expect(expected.filter((severity) => severity !== null)).not.toEqual([])
})

test('what each rule says', () => {
  const messages = codes.map((code) => [
    code,
    ...new Set(
      tables[code]
        .flatMap((example) => judge(example).reasons.filter((reason) => reason.code === code))
        .map(({ message }) => message),
    ),
  ])
  expect(messages).toMatchInlineSnapshot(`
    [
      [
        "LOOKALIKE_ADDRESS",
        "Shows the same first and last characters as an address you know, but is another one.",
        "You know this address, and another one that looks the same. One of them is probably an imitation.",
        "Shows first and last characters that are easily taken for those of an address you know.",
      ],
      [
        "ZERO_VALUE_BAIT",
        "Transfers of nothing advertise this address in your history.",
      ],
      [
        "COUNTERFEIT_TOKEN_BAIT",
        "Transfers of an unknown token advertise this address in your history.",
      ],
      [
        "DUST_BAIT",
        "Transfers of next to nothing advertise this address in your history.",
      ],
      [
        "VERIFIED_RECIPIENT",
        "A protected transfer from you has settled there.",
      ],
      [
        "KNOWN_COUNTERPARTY",
        "You have paid exactly this address before.",
        "This is exactly an address you saved or own.",
      ],
      [
        "DATA_UNAVAILABLE",
        "Not every source answered in full: history.",
        "Not every source answered in full: history of chain 84532 (an imitation of a payee there is not noticed).",
        "Not every source answered in full: activity.",
        "Not every source answered in full: zeroValueTransfers.",
        "Not every source answered in full: verifiedRecipient.",
        "Not every source answered in full: counterparties.",
      ],
      [
        "NEW_ADDRESS",
        "This address has no history on the chain.",
      ],
      [
        "FRESH_ADDRESS",
        "First seen less than 24 hours ago.",
      ],
    ]
  `)
})

function judge({ target, history, known = 0, facts = {} }: Example) {
  const { complete = true, unreadChains, ...given } = facts
  const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
  const answers = { counterparties: { counterparties: [], complete: true }, zeroValueTransfers: 0 }
  if (!history) return evaluateRisk({ sender, target, activity, ...answers, ...given }, now)
  const records = history.map(recordOf)
  const payees = new Set(records.filter(({ from, value }) => from === sender && value > 0n).map(({ to }) => to))
  const others = crowd(Math.max(0, known - payees.size - 1))
  return evaluateRisk(
    {
      sender,
      target,
      activity,
      ...given,
      history: { sender, records: [...others, ...records], complete, unreadChains },
    },
    now,
  )
}

/** Blocks count from behind those of the crowd. */
function recordOf(one: ExampleRecord, index: number): HistoryRecord {
  const at = 1_000_000 + index
  if (one.kind === 'payment') return pays(at, one.to, { value: BigInt(Math.round((one.usdc ?? 500) * 1e6)) })
  const isOut = 'to' in one
  const other = isOut ? one.to : one.from
  const [from, to] = isOut ? ([sender, other] as const) : ([other, sender] as const)
  const signer = signerOf(one.by ?? 'target', other)
  if (one.kind === 'income') return record(at, from, to, { value: BigInt(Math.round(one.usdc * 1e6)), signer })
  if (one.kind === 'zero') return record(at, from, to, { value: 0n, signer })
  return { ...counterfeit(at, other), from, to, signer }
}

function signerOf(by: ExampleSigner, other: Address): Address | null {
  const signers = { sender, target: other, other: planter, unknown: null } as const
  return signers[by]
}
