import type { Run } from '../../command/Command.js'
import { readGrammar } from '../../completion/readGrammar.js'
import { writeBash } from '../../completion/writeBash.js'
import { writeFish } from '../../completion/writeFish.js'
import { writeZsh } from '../../completion/writeZsh.js'
import { usageFailure } from '../../failure/CommandFailure.js'

export const run: Run = async (_, { positionals: [shell], commands }) => {
  const write = writers.get(shell ?? '')
  if (write === undefined)
    throw usageFailure('unknown_shell', `There is no script for ${shell}.`, [
      `Known are ${[...writers.keys()].join(', ')}.`,
    ])
  const script = write(readGrammar(commands))
  return { result: { shell, script }, text: script }
}

const writers = new Map([
  ['bash', writeBash],
  ['zsh', writeZsh],
  ['fish', writeFish],
])
