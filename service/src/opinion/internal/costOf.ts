import type { ModelPrice } from '../../config/Config.js'

/** The cost of a call, in micro-USD. Rounded up, so that a ceiling is never exceeded. */
export function costOf(price: ModelPrice, tokens: { input: number; output: number }): number {
  return Math.ceil(tokens.input * price.input + tokens.output * price.output)
}
