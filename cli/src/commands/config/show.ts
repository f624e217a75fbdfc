import { defineCommand } from '../../command/Command.js'
import { hideSecrets, secretsIn } from '../../input/secretsIn.js'
import { oneLine } from '../../io/writeText.js'
import { type ChainSettingName, type SettingName, waysToSet, withoutKeys } from '../../settings/settings.js'

export const command = defineCommand({
  summary: 'show every setting, its value and where the value comes from',
  details:
    'An option wins over the environment, the environment over the config file, the file over the default.\nWhere a command works on two chains, each has endpoints of its own: `HOLDFAST_RPC_URL_<chain id>` and `HOLDFAST_EXPLORER_API_<chain id>`, in the file `rpc.<chain id>` and `explorer.<chain id>`. Where both come from the same source, the one with the chain id wins.',
  examples: [
    ['config show', 'what would be used now'],
    ['config show --chain 84532 --json', 'the same with an option, as JSON'],
  ],
  result: {
    file: 'the config file, whether or not it exists',
    settings:
      'by name: `value` (null where nothing is set; of a URL only its host) and `origin`: option, environment, file or default; a chain’s own as `rpc.84532`',
  },
  async run({ settings, settingsFile, terminal: { paint } }) {
    const shown = Object.entries(settings).map(([name, { value, origin }]) => ({
      // Object.entries types names as text.
      name: name as SettingName | ChainSettingName,
      value: value === undefined ? null : hideSecrets(withoutKeys(value), secretsIn([value])),
      origin,
    }))
    const width = Math.max(...shown.map(({ name }) => name.length))
    const rows = shown.map(({ name, value, origin }) => {
      const { flags, variable } = waysToSet(name)
      const from = { option: flags?.split(' ')[0], environment: variable, file: settingsFile, default: 'default' }[
        origin
      ]
      return `${name.padEnd(width)}  ${value === null ? paint.dim('not set') : oneLine(value)}  ${paint.dim(`(${from})`)}`
    })
    return {
      result: {
        file: settingsFile,
        settings: Object.fromEntries(shown.map(({ name, ...setting }) => [name, setting])),
      },
      text: rows.join('\n'),
    }
  },
})
