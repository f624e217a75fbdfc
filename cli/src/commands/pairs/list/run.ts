import type { Run } from '../../../command/Command.js'
import { openDecisions } from '../../../risk/openDecisions.js'

export const run: Run = async (context) => {
  const decisions = openDecisions(context).all()
  const lines = decisions.map(
    ({ sender, keep, over, at }) => `${keep}  not ${over}  for ${sender}, ${new Date(at).toISOString()}`,
  )
  return { result: { decisions }, text: lines.length === 0 ? 'No decisions.' : lines.join('\n') }
}
