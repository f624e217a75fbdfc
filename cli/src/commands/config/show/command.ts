import type { Command } from '../../../command/Command.js'

export const configShowCommand: Command = {
  path: ['config', 'show'],
  summary: 'show every setting, its value and where the value comes from',
  details: 'An option wins over the environment, the environment over the config file, the file over the default.',
  examples: [
    ['config show', 'what would be used now'],
    ['config show --chain 84532 --json', 'the same with an option, as JSON'],
  ],
  result: {
    file: 'the config file, whether or not it is there',
    settings:
      'by name: `value` (null where nothing is set; of a URL only its host) and `origin`: option, environment, file or default',
  },
  load: () => import('./run.js'),
}
