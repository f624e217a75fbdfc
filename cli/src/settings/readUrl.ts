import { usageFailure } from '../failure/CommandFailure.js'
import { type ChainSettingName, type SettingName, type Settings, waysToSet } from './settings.js'

/** A setting that is an address of a host; undefined where nothing is set. The value is not repeated: it may hold a key. */
export function readUrl(name: SettingName | ChainSettingName, settings: Settings): string | undefined {
  const { value, origin = 'default' } = settings[name] ?? {}
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageFailure('invalid_url', `The ${name} URL of the ${origin} is no http(s) URL.`, [
      `It is set with ${Object.values(waysToSet(name)).join(' or ')}.`,
    ])
  return value.replace(/\/+$/, '')
}

/** A setting as it may be shown: an endpoint's path or query may be its key, so of a URL only its host is left. */
export function withoutKeys(value: string): string {
  return URL.canParse(value) && /^https?:/.test(value) ? new URL(value).origin : value
}
