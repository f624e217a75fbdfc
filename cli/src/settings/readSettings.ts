import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import type { Host } from '../io/Host.js'
import {
  type ChainSettingName,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingOptions,
  type Settings,
} from './settings.js'
import { findSettingsDirectory } from './userDirectories.js'

/**
 * Reads every setting: an option wins over the environment, the environment over the file, the file over the default.
 *
 * @throws CommandFailure if the file is unreadable or malformed. A missing file counts as empty, unless it was named.
 */
export function readSettings(
  { env, pathOf }: Pick<Host, 'env' | 'pathOf'>,
  options: SettingOptions,
): { settings: Settings; file: string } {
  const named = options.config ?? env.HOLDFAST_CONFIG
  const file = named ?? join(findSettingsDirectory(env), 'config.json')
  const stored = readFile(file, named === undefined ? undefined : pathOf(named))
  const one = (name: SettingName): Setting => {
    const { variable, default: fallback } = SETTINGS[name]
    const option = options[name]
    if (option !== undefined) return { value: option, origin: 'option' }
    if (env[variable]) return { value: env[variable], origin: 'environment' }
    const inFile = stored[name]
    return inFile === undefined ? { value: fallback, origin: 'default' } : { value: inFile, origin: 'file' }
  }
  // Object.keys and Object.fromEntries type names as text.
  const names = Object.keys(SETTINGS) as SettingName[]
  // As above.
  const settings = Object.fromEntries(names.map((name) => [name, one(name)])) as Record<SettingName, Setting>
  return { settings: { ...settings, ...ofChains(env, stored) }, file }
}

/** Settings of single chains, from the environment or the file. */
function ofChains(
  env: Readonly<Record<string, string | undefined>>,
  stored: StoredSettings,
): Record<ChainSettingName, Setting> {
  const found: Record<ChainSettingName, Setting> = {}
  for (const [name, value] of Object.entries(stored)) if (isOfChain(name)) found[name] = { value, origin: 'file' }
  for (const setting of ['rpc', 'explorer'] as const)
    for (const [variable, value] of Object.entries(env)) {
      const name = variable.replace(`${SETTINGS[setting].variable}_`, `${setting}.`)
      if (value && isOfChain(name)) found[name] = { value, origin: 'environment' }
    }
  return found
}

function isOfChain(name: string): name is ChainSettingName {
  return /^(rpc|explorer)\.[1-9]\d{0,14}$/.test(name)
}

type StoredSettings = Readonly<Partial<Record<SettingName, string>> & Record<ChainSettingName, string>>

/** @param named - Path of the file, if the user named one. */
function readFile(file: string, named: string | undefined): StoredSettings {
  let text: string
  try {
    text = readFileSync(named ?? file, 'utf8')
  } catch (error) {
    if (named === undefined && hasErrorCode(error, 'ENOENT')) return {}
    throw usageFailure('config_unreadable', `The config file ${file} cannot be read.`)
  }
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    throw usageFailure('config_invalid', `The config file ${file} is not JSON.`)
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw usageFailure('config_invalid', `The config file ${file} is not an object.`)
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in SETTINGS || isOfChain(name)))
      throw usageFailure('config_invalid', `The config file ${file} sets \`${name}\`, which is unknown.`, [
        `Known are ${Object.keys(SETTINGS).join(', ')}; for one chain rpc.<id>, explorer.<id>. Private keys do not belong there.`,
      ])
    if (typeof value !== 'string') throw usageFailure('config_invalid', `\`${name}\` in ${file} is not text.`)
  }
  // Every name and value was checked above.
  return stored as StoredSettings
}
