import type { Run } from '../../../command/Command.js'
import { hideSecrets, secretsIn } from '../../../input/secretsIn.js'
import { oneLine } from '../../../io/printable.js'
import { type ChainSettingName, type SettingName, waysToSet } from '../../../settings/settings.js'
import { withoutKeys } from '../../../settings/withoutKeys.js'

export const run: Run = async ({ settings, settingsFile, terminal: { paint } }) => {
  const shown = Object.entries(settings).map(([name, { value, origin }]) => ({
    // Object.entries types names as text.
    name: name as SettingName | ChainSettingName,
    value: value === undefined ? null : hideSecrets(withoutKeys(value), secretsIn([value])),
    origin,
  }))
  const width = Math.max(...shown.map(({ name }) => name.length))
  const rows = shown.map(({ name, value, origin }) => {
    const { flags, variable } = waysToSet(name)
    const from = { option: flags?.split(' ')[0], environment: variable, file: settingsFile, default: 'default' }[origin]
    return `${name.padEnd(width)}  ${value === null ? paint.dim('not set') : oneLine(value)}  ${paint.dim(`(${from})`)}`
  })
  return {
    result: {
      file: settingsFile,
      settings: Object.fromEntries(shown.map(({ name, ...setting }) => [name, setting])),
    },
    text: rows.join('\n'),
  }
}
