import type { CommandEntry, Description } from '../command/Command.js'
import { DESCRIPTIONS } from './generated/descriptions.js'
import { LOADERS } from './loaders.js'

/** All commands, described and not loaded, in the order of the help. */
export const commands: readonly CommandEntry[] = Object.entries(LOADERS).map(([name, load]) => ({
  // A name has at least one word.
  path: name.split(' ') as [string, ...string[]],
  ...describe(name as keyof typeof LOADERS), // `Object.entries` types names as text.
  load,
}))

/** A command without a description does not compile here: `npm run generate` writes them. */
function describe(name: keyof typeof LOADERS): Description {
  return DESCRIPTIONS[name]
}
