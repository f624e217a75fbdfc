import type { ModelPrice } from '../../config/Config.js'

/** Of a call, in micro-USD. Rounded up: a ceiling counts every fraction. */
export function costOf(price: ModelPrice, tokens: { input: number; output: number }): number {
  return Math.ceil(tokens.input * price.input + tokens.output * price.output)
}
