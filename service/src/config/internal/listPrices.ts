import type { ModelPrice, ModelSettings } from '../Config.js'

/**
 * Finds the list price of a model, without discounts, as its maker publishes it (November 2026; prompts of the size
 * that we send). It applies only when the maker's own host is asked: what an intermediary charges is unknown.
 *
 * @returns `undefined` for a model that is not listed, and for another host.
 */
export function listPriceOf({
  provider,
  baseUrl,
  model,
}: Pick<ModelSettings, 'provider' | 'baseUrl' | 'model'>): ModelPrice | undefined {
  const host = baseUrl === undefined ? makers[provider] : URL.parse(baseUrl)?.hostname
  if (host !== makers[provider]) return undefined
  // Versions of OpenAI's models differ in price, those of Anthropic's never do.
  const name = provider === 'anthropic' ? model.replace(/-[0-9]{8}$/, '') : model
  return prices[provider].get(name)
}

const makers = { anthropic: 'api.anthropic.com', 'openai-compatible': 'api.openai.com' } as const

const anthropic: Readonly<Record<string, ModelPrice>> = {
  'claude-fable-5-1': { input: 10, output: 50 },
  'claude-fable-5': { input: 10, output: 50 },
  'claude-opus-5-5': { input: 4, output: 20 },
  'claude-opus-5': { input: 5, output: 25 },
  'claude-opus-4-8': { input: 5, output: 25 },
  'claude-opus-4-7': { input: 5, output: 25 },
  'claude-opus-4-6': { input: 5, output: 25 },
  'claude-opus-4-5': { input: 5, output: 25 },
  'claude-opus-4-1': { input: 15, output: 75 },
  'claude-opus-4': { input: 15, output: 75 },
  'claude-sonnet-5-5': { input: 2, output: 10 },
  'claude-sonnet-5': { input: 2, output: 10 },
  'claude-sonnet-4-6': { input: 3, output: 15 },
  'claude-sonnet-4-5': { input: 3, output: 15 },
  'claude-sonnet-4': { input: 3, output: 15 },
  // Up to 100,000 tokens of prompt.
  'claude-haiku-5-5': { input: 0.1, output: 0.5 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
}

const openai: Readonly<Record<string, ModelPrice>> = {
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
  'gpt-5-pro': { input: 15, output: 120 },
  'gpt-5.1': { input: 1.25, output: 10 },
  'gpt-5.4': { input: 2.5, output: 15 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
}

const prices = {
  anthropic: new Map(Object.entries(anthropic)),
  'openai-compatible': new Map(Object.entries(openai)),
} as const
