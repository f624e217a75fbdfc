import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { ModelSettings } from '../../config/Config.js'
import { guardedFetch } from './guardedFetch.js'

/**
 * Creates the model of the settings. Sends no request yet.
 *
 * @throws `TypeError` when the settings name no host that a key can be sent to.
 */
export function openModel(settings: Pick<ModelSettings, 'provider' | 'apiKey' | 'baseUrl' | 'model'>): OpenModel {
  const { provider, apiKey, model } = settings
  if (apiKey === '') throw new TypeError('A model needs a key.')
  // Always set: by default the library would take it from the environment, and send the key there.
  const baseUrl = parseBaseUrl(settings.baseUrl ?? (provider === 'anthropic' ? anthropicUrl : ''))
  const options = { apiKey, baseURL: baseUrl.href.replace(/\/+$/, ''), fetch: guardedFetch(baseUrl) }
  if (provider === 'anthropic')
    return { model: createAnthropic(options)(model), providerOptions: { anthropic: anthropicOptions(model) } }
  return {
    model: createOpenAICompatible({
      ...options,
      name: 'model',
      supportsStructuredOutputs: true,
      ...(reasons(model) && { transformRequestBody: forReasoning }),
    })(model),
    providerOptions: {},
  }
}

/** A model of the `ai` library, and the options that only its provider understands. */
export type OpenModel = {
  model: Exclude<LanguageModel, string>
  providerOptions: { anthropic?: ReturnType<typeof anthropicOptions> }
}

const anthropicUrl = 'https://api.anthropic.com/v1'

/** Without tools, even for the format of the answer, and with as little thinking as a model allows. */
function anthropicOptions(model: string) {
  const thinksAlways = /claude-(?:opus-5-5|fable-5)/.test(model)
  return {
    structuredOutputMode: 'outputFormat' as const,
    ...(thinksAlways ? { effort: 'low' as const } : { thinking: { type: 'disabled' as const } }),
  }
}

/** OpenAI's reasoning models, which have no temperature and another name for the limit of tokens. */
function reasons(model: string): boolean {
  return /(?:^|\/)(?:gpt-5(?!.*-chat)|o\d)/.test(model)
}

function forReasoning({ temperature: _, max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens, reasoning_effort: 'low' }
}

/** The error does not quote the text, which may contain a token. */
function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || url.search !== '' || url.hash !== '')
    throw new TypeError('The base URL of a model is an http or https URL without user, query and fragment.')
  return url
}
