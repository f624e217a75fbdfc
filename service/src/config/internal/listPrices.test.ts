import { expect, test } from 'vitest'
import { listPriceOf } from './listPrices.js'

const openai = 'https://api.openai.com/v1'

test.each([
  ['claude-haiku-4-5', undefined, { input: 1, output: 5 }],
  ['claude-haiku-4-5-20251001', 'https://api.anthropic.com/v1', { input: 1, output: 5 }],
  ['claude-opus-5-5', undefined, { input: 4, output: 20 }],
  ['claude-opus-5', undefined, { input: 5, output: 25 }],
  ['claude-opus-5-7', undefined, undefined],
  ['claude-haiku-4-5', 'https://gateway.example/v1', undefined],
  ['constructor', undefined, undefined],
  ['', undefined, undefined],
] as const)('Anthropic: %s at %s', (model, baseUrl, price) => {
  expect(listPriceOf({ provider: 'anthropic', baseUrl, model })).toEqual(price)
})

test.each([
  ['gpt-5', openai, { input: 1.25, output: 10 }],
  ['gpt-5-pro', openai, { input: 15, output: 120 }],
  ['gpt-4o-2024-05-13', openai, undefined],
  ['gpt-9', openai, undefined],
  ['claude-haiku-4-5', openai, undefined],
  ['gpt-5', 'https://api.openai.com.example/v1', undefined],
  ['gpt-5', undefined, { input: 1.25, output: 10 }],
] as const)('OpenAI: %s at %s', (model, baseUrl, price) => {
  expect(listPriceOf({ provider: 'openai-compatible', baseUrl, model })).toEqual(price)
})
