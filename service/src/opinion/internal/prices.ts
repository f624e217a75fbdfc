import type { ModelSettings } from '../../config/Config.js'

/** What a token costs, in micro-USD; the same number as US dollars for a million tokens. */
export type Price = { input: number; output: number }

/**
 * Finds the price of a model: list prices of November 2026, without discounts. One that is not in the table costs as much as the dearest,
 * so that a ceiling holds for it as well.
 */
export function priceOf({ model }: Pick<ModelSettings, 'model'>): Price {
  return PRICES.find(([name]) => name.test(model))?.[1] ?? DEAREST
}

/** Rounded up: a ceiling counts every fraction. */
export function costOf(price: Price, tokens: { input: number; output: number }): number {
  return Math.ceil(tokens.input * price.input + tokens.output * price.output)
}

const DEAREST: Price = { input: 15, output: 75 }

/** The first that matches; names are as providers write them, with or without a date or a vendor in front. */
const PRICES: readonly (readonly [RegExp, Price])[] = [
  [/claude-fable-5/, { input: 10, output: 50 }],
  [/claude-opus-5-5/, { input: 4, output: 20 }],
  [/claude-opus-(?:5|4-[5-8])/, { input: 5, output: 25 }],
  [/claude-opus-4/, { input: 15, output: 75 }],
  [/claude-sonnet-5-5/, { input: 2, output: 10 }],
  [/claude-(?:sonnet-[45]|3-[57]-sonnet)/, { input: 3, output: 15 }],
  // The price of Haiku 5.5 depends on how it is used; that of its predecessor is above all of them.
  [/claude-haiku-[45]/, { input: 1, output: 5 }],
  [/gpt-5-nano/, { input: 0.05, output: 0.4 }],
  [/gpt-5-mini/, { input: 0.25, output: 2 }],
  [/gpt-5(?![-.]?\d|-pro)/, { input: 1.25, output: 10 }],
  [/gpt-4\.1-nano/, { input: 0.1, output: 0.4 }],
  [/gpt-4\.1-mini/, { input: 0.4, output: 1.6 }],
  [/gpt-4\.1/, { input: 2, output: 8 }],
  [/gpt-4o-mini/, { input: 0.15, output: 0.6 }],
  [/gpt-4o/, { input: 2.5, output: 10 }],
]
