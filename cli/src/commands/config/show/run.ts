import type { Run } from '../../../command/Command.js'
import { SETTINGS, type SettingName } from '../../../settings/settings.js'
import { withoutKeys } from '../../../settings/withoutKeys.js'

export const run: Run = async ({ settings, settingsFile, terminal: { paint } }) => {
  const names = Object.keys(SETTINGS) as SettingName[]
  const shown = Object.fromEntries(
    names.map((name) => {
      const { value, origin } = settings[name]
      return [name, { value: value === undefined ? null : withoutKeys(value), origin }] as const
    }),
  )
  const rows = names.map((name) => {
    const { value, origin } = shown[name] ?? { value: null, origin: 'default' }
    const { flags, variable } = SETTINGS[name]
    const from = { option: flags.split(' ')[0], environment: variable, file: settingsFile, default: 'default' }[origin]
    return `${name.padEnd(12)} ${value ?? paint.dim('not set')}  ${paint.dim(`(${from})`)}`
  })
  return { result: { file: settingsFile, settings: shown }, text: rows.join('\n') }
}
