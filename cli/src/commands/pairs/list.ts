import { defineCommand } from '../../command/Command.js'
import { openDecisions } from '../../risk/openDecisions.js'

export const command = defineCommand({
  summary: 'show your decisions about addresses that look alike',
  examples: [
    ['pairs list', 'one a line'],
    ['pairs list --json', 'for another program: `CheckOptions.pairs` takes `.result.decisions`'],
  ],
  result: {
    decisions: 'list of `sender`, `keep` (genuine), `over` (its imitation) and `at` (milliseconds since 1970)',
  },
  async run(context) {
    const decisions = openDecisions(context).all()
    const lines = decisions.map(
      ({ sender, keep, over, at }) => `${keep}  not ${over}  for ${sender}, ${new Date(at).toISOString()}`,
    )
    return { result: { decisions }, text: lines.length === 0 ? 'No decisions.' : lines.join('\n') }
  },
})
