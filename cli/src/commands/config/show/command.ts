import type { Command } from '../../../command/Command.js'

export const configShowCommand: Command = {
  path: ['config', 'show'],
  summary: 'show every setting, its value and where the value comes from',
  details:
    'An option wins over the environment, the environment over the config file, the file over the default.\nWhere a command works on two chains, each has endpoints of its own: `HOLDFAST_RPC_URL_<chain id>` and `HOLDFAST_EXPLORER_API_<chain id>`, in the file `rpc.<chain id>` and `explorer.<chain id>`. At equal rank they win over what is set without a chain.',
  examples: [
    ['config show', 'what would be used now'],
    ['config show --chain 84532 --json', 'the same with an option, as JSON'],
  ],
  result: {
    file: 'the config file, whether or not it is there',
    settings:
      'by name: `value` (null where nothing is set; of a URL only its host) and `origin`: option, environment, file or default; a chain’s own as `rpc.84532`',
  },
  load: () => import('./run.js'),
}
