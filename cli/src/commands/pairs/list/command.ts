import type { Command } from '../../../command/Command.js'

export const pairsListCommand: Command = {
  path: ['pairs', 'list'],
  summary: 'show your decisions about addresses that look alike',
  examples: [
    ['pairs list', 'one a line'],
    [
      'pairs list --json',
      'for another program: `.result.decisions` is what `CheckOptions.pairs` takes; data, not a decision here',
    ],
  ],
  result: {
    decisions: 'list of `sender`, `keep` (genuine), `over` (its imitation) and `at` (milliseconds since 1970)',
  },
  load: () => import('./run.js'),
}
