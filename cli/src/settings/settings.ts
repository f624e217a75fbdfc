import { usageFailure } from '../failure/CommandFailure.js'

/** What can be set for every command, in the order of precedence: option, environment, file, default. */
export type SettingName = 'chain' | 'rpc' | 'explorer' | 'service' | 'attestation' | 'hub' | 'keystore'

/** The settings that were given as options, and the file that was named. */
export type SettingOptions = Readonly<Partial<Record<SettingName | 'config', string>>>

/** Where a value came from. */
export type Origin = 'option' | 'environment' | 'file' | 'default'

/** A value, and where it came from. */
export type Setting = { value: string | undefined; origin: Origin }

/** What a chain can have for itself, by its id: `rpc.84532`. */
export type ChainSettingName = `${'rpc' | 'explorer'}.${number}`

export type Settings = Readonly<Record<SettingName, Setting> & Record<ChainSettingName, Setting>>

/** Each setting in words, with its option and its variable; in the file it is under its own name. */
export const SETTINGS: Readonly<
  Record<SettingName, { flags: string; variable: string; describes: string; default?: string }>
> = {
  chain: {
    flags: '--chain <name>',
    variable: 'HOLDFAST_CHAIN',
    describes: 'chain to work on: its id, short name or Bridge name',
    default: '5042002',
  },
  rpc: {
    flags: '--rpc <url>',
    variable: 'HOLDFAST_RPC_URL',
    describes: 'endpoint of that chain instead of the public ones; of any chain: `HOLDFAST_RPC_URL_<chain id>`',
  },
  explorer: {
    flags: '--explorer <url>',
    variable: 'HOLDFAST_EXPLORER_API',
    describes: 'explorer API of that chain, or `none`; of any chain: `HOLDFAST_EXPLORER_API_<chain id>`',
  },
  service: { flags: '--service <url>', variable: 'HOLDFAST_SERVICE_URL', describes: 'Holdfast service to ask' },
  attestation: {
    flags: '--attestation <url>',
    variable: 'HOLDFAST_ATTESTATION_API',
    describes: "issuer's attestation service instead of the public one",
  },
  hub: { flags: '--hub <url>', variable: 'HOLDFAST_HUB_API', describes: "issuer's Hub instead of the public one" },
  keystore: { flags: '--keystore <file>', variable: 'HOLDFAST_KEYSTORE', describes: 'encrypted keystore that signs' },
}

/** How a setting is set, besides the file. What a chain has for itself has no option. */
export function waysToSet(name: SettingName | ChainSettingName): { flags?: string; variable: string } {
  // Splitting types the parts as text; both kinds of name begin with a setting.
  const [setting, chainId] = name.split('.') as [SettingName, string | undefined]
  const { flags, variable } = SETTINGS[setting]
  return chainId === undefined ? { flags, variable } : { variable: `${variable}_${chainId}` }
}

/** A setting that is an address of a host; undefined where nothing is set. The value is not repeated: it may hold a key. */
export function readUrl(name: SettingName | ChainSettingName, settings: Settings): string | undefined {
  const { value, origin = 'default' } = settings[name] ?? {}
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageFailure('invalid_url', `The ${name} URL of the ${origin} is not an http(s) URL.`, [
      `It is set with ${Object.values(waysToSet(name)).join(' or ')}.`,
    ])
  return value.replace(/\/+$/, '')
}

/** A setting as it may be shown: an endpoint's path or query may be its key, so of a URL only its host is left. */
export function withoutKeys(value: string): string {
  return URL.canParse(value) && /^https?:/.test(value) ? new URL(value).origin : value
}

/**
 * What `resume` needs again, as words to type: where to ask, if it was said by options. An endpoint that may hold
 * a key is not repeated, but named.
 */
export function typedAgain(options: SettingOptions): string {
  return needed
    .flatMap((name) => {
      const value = options[name]
      if (value === undefined) return []
      const flags = name === 'config' ? '--config <file>' : SETTINGS[name].flags
      const isPlain = /^[\w./:~-]+$/.test(value) && withoutKeys(value) === value
      return [` ${isPlain ? flags.replace(/<.*>/, value) : flags}`]
    })
    .join('')
}

const needed = ['config', 'rpc', 'attestation', 'hub'] as const
