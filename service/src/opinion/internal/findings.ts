import type { Facts } from './Facts.js'

/**
 * Everything that a model can state about a payment. A finding is checked against the facts it names before it is
 * shown, and its text is ours.
 */
export const FINDINGS = {
  imitates_known_payee: {
    tone: 'against',
    facts: { lookalikeAddress: isTrue },
    say: ({ lookalikeOf, lookalikePrefix, lookalikeSuffix }) =>
      lookalikeOf === undefined
        ? 'The address looks like one that you know, and is another one.'
        : lookalikePrefix === undefined || lookalikeSuffix === undefined
          ? `The address looks like ${lookalikeOf}, which you know, and is another one.`
          : `The first ${lookalikePrefix} and the last ${lookalikeSuffix} characters are those of ${lookalikeOf}, which you know; it is another address.`,
  },
  resembles_payee: {
    tone: 'against',
    facts: { nearMissCount: (count) => count > 0, nearMisses: ({ length }) => length > 0 },
    say: ({ nearMissCount }) =>
      nearMissCount === 1
        ? 'It resembles one of the addresses you have paid; that can be chance.'
        : `It resembles ${nearMissCount} of the addresses you have paid; that can be chance.`,
  },
  zero_value_bait: {
    tone: 'against',
    facts: { zeroValueBait: isTrue, zeroValueBaitCount: (count) => count > 0 },
    say: () => 'Transfers of zero USDC put this address into your history.',
  },
  counterfeit_token_bait: {
    tone: 'against',
    facts: { counterfeitTokenBait: isTrue },
    say: () => 'A transfer of an unknown token put this address into your history.',
  },
  dust_bait: {
    tone: 'against',
    facts: { dustBait: isTrue },
    say: () => 'This address has sent you next to nothing, as address poisoners do to appear in a history.',
  },
  never_used: {
    tone: 'against',
    facts: { newAddress: isTrue, everSeen: (seen) => !seen, transactionCount: (count) => count === 0 },
    say: () => 'This address has no known activity on this chain.',
  },
  recently_first_used: {
    tone: 'against',
    facts: { freshAddress: isTrue, firstSeenAt: (_, { ageDays }) => isRecent(ageDays), ageDays: isRecent },
    say: ({ freshAddress, ageDays }) =>
      freshAddress === true || ageDays === undefined || ageDays === 0
        ? 'This address was first used less than a day ago.'
        : ageDays === 1
          ? 'This address was first used one day ago.'
          : `This address was first used ${ageDays} days ago.`,
  },
  little_used: {
    tone: 'against',
    facts: { transactionCount: (count) => count > 0 && count <= 5 },
    say: ({ transactionCount }) =>
      transactionCount === 1
        ? 'One transaction of this address is known.'
        : `Only ${transactionCount} transactions of this address are known.`,
  },
  holds_no_usdc: {
    tone: 'neutral',
    facts: { usdcBalance: (balance) => balance === 0 },
    say: () => 'It holds no USDC.',
  },
  is_contract: {
    tone: 'neutral',
    facts: { isContract: isTrue },
    say: () => 'It is a contract: its code decides what happens to the money.',
  },
  is_delegated: {
    tone: 'neutral',
    facts: { isDelegated: isTrue },
    say: () => 'It is an account that has delegated its actions to a contract.',
  },
  facts_missing: {
    tone: 'against',
    facts: { ruleComplete: (complete) => !complete, missing: ({ length }) => length > 0 },
    say: () => 'Some facts about this payment could not be read.',
  },
  known_payee: {
    tone: 'for',
    facts: { knownCounterparty: isTrue },
    say: () => 'You have paid, saved or own exactly this address.',
  },
  protected_transfer_settled: {
    tone: 'for',
    facts: { verifiedRecipient: isTrue },
    say: () => 'A protected transfer from you has settled there.',
  },
  long_used: {
    tone: 'for',
    facts: { firstSeenAt: (_, { ageDays }) => isOld(ageDays), ageDays: isOld },
    say: ({ ageDays }) => `This address was first used ${ageDays} days ago.`,
  },
  much_used: {
    tone: 'for',
    facts: { transactionCount: (count) => count >= 100 },
    say: ({ transactionCount }) => `At least ${transactionCount} transactions of this address are known.`,
  },
} as const satisfies Record<string, FindingRule>

/** One finding of the model, and the fact that supports it. */
export type Finding = { code: FindingCode; fact: FactName }

export type FindingCode = keyof typeof FINDINGS
export type FactName = { [code in FindingCode]: keyof (typeof FINDINGS)[code]['facts'] }[FindingCode]

// The keys of a table that is not empty.
export const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]
// As above.
export const FACT_NAMES = [...new Set(Object.values(FINDINGS).flatMap(({ facts }) => Object.keys(facts)))] as [
  FactName,
  ...FactName[],
]

/** Whether the supporting fact of a finding is known, may support it, and does. */
export function isConfirmed({ code, fact }: Finding, facts: Facts): boolean {
  const rule: FindingRule = FINDINGS[code]
  // The table ties each test to the type of its own fact; calling any of them loses that type.
  const says = rule.facts[fact] as ((value: unknown, facts: Facts) => boolean) | undefined
  const value = facts[fact]
  return says !== undefined && value !== null && value !== undefined && says(value, facts)
}

/** Whether a finding counts for or against the target, the facts that can support it, and its text. */
export type FindingRule = {
  tone: 'against' | 'neutral' | 'for'
  facts: { readonly [name in keyof Facts]?: (value: NonNullable<Facts[name]>, facts: Facts) => boolean }
  say: (facts: Facts) => string
}

function isTrue(value: boolean): boolean {
  return value
}

function isRecent(ageDays: number | undefined): boolean {
  return ageDays !== undefined && ageDays <= 30
}

function isOld(ageDays: number | undefined): boolean {
  return ageDays !== undefined && ageDays >= 180
}
