import type { Command } from '../../command/Command.js'

export const resumeCommand: Command = {
  path: ['resume'],
  summary: 'find out how something ended that was interrupted; without an id, list what is under way',
  details:
    'Waits for transactions that have left, and never sends one again. A signed spend of the Hub is handed in once more, which cannot spend twice.',
  positionals: [{ name: 'id', describes: 'as the interrupted command named it', isRequired: false }],
  options: [
    { flags: '--timeout <seconds>', describes: 'how long to wait, 120 unless told otherwise' },
    { flags: '--forget', describes: 'strike it off the list without finding out' },
  ],
  examples: [
    ['resume', 'what is under way'],
    ['resume 1f0c9a3e', 'wait for it to end'],
  ],
  result: {
    pending: 'without an id: list of `id`, `command`, `chainId`, `facts` and `begunAt`',
    damaged: 'without an id: list of `id` and `file` of entries that cannot be read',
    id: 'what was taken up',
    command: 'the command that began it; null for a damaged entry',
    isForgotten: 'true with --forget',
    outcome: 'what that command would have ended with, as far as the chain tells',
  },
  load: () => import('./run.js'),
}
