import { expect, test } from 'vitest'
import { costOf, priceOf } from './prices.js'

test.each([
  ['claude-haiku-4-5-20251001', { input: 1, output: 5 }],
  ['claude-sonnet-4-5', { input: 3, output: 15 }],
  ['claude-sonnet-5-5', { input: 2, output: 10 }],
  ['claude-opus-5-5', { input: 4, output: 20 }],
  ['claude-opus-5', { input: 5, output: 25 }],
  ['claude-opus-4-1', { input: 15, output: 75 }],
  ['anthropic/claude-fable-5-1', { input: 10, output: 50 }],
  ['gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['openai/gpt-5', { input: 1.25, output: 10 }],
  ['gpt-5-pro', { input: 15, output: 75 }],
  ['gpt-5.7', { input: 15, output: 75 }],
  ['llama-9', { input: 15, output: 75 }],
  ['', { input: 15, output: 75 }],
])('priceOf %s', (model, price) => {
  expect(priceOf({ model })).toEqual(price)
})

test('costOf rounds up', () => {
  expect(costOf({ input: 0.1, output: 0.5 }, { input: 1, output: 1 })).toBe(1)
  expect(costOf({ input: 1, output: 5 }, { input: 0, output: 0 })).toBe(0)
  expect(costOf({ input: 3, output: 15 }, { input: 1000, output: 100 })).toBe(4500)
})
