import { defineCommand } from '../command/defineCommand.js'
import { usageFailure } from '../failure/CommandFailure.js'
import { readGrammar } from './completion/readGrammar.js'
import { writeBash } from './completion/writeBash.js'
import { writeFish } from './completion/writeFish.js'
import { writeZsh } from './completion/writeZsh.js'

export const command = defineCommand({
  summary: 'print a script that completes commands and options in a shell',
  usesSettings: false,
  positionals: [{ name: 'shell', describes: 'bash, zsh or fish' }],
  examples: [
    ['completion bash >> ~/.bashrc', 'from the next terminal on'],
    ['completion zsh >> ~/.zshrc', 'the same for zsh, after compinit'],
    ['completion fish > ~/.config/fish/completions/holdfast.fish', 'the same for fish'],
  ],
  result: { shell: '`bash`, `zsh` or `fish`', script: 'text that the shell runs' },
  async run(_, { positionals: [shell], commands }) {
    const write = writers.get(shell ?? '')
    if (write === undefined)
      throw usageFailure('unknown_shell', `There is no script for ${shell}.`, [
        `Known are ${[...writers.keys()].join(', ')}.`,
      ])
    const script = write(readGrammar(commands))
    return { result: { shell, script }, text: script }
  },
})

const writers = new Map([
  ['bash', writeBash],
  ['zsh', writeZsh],
  ['fish', writeFish],
])
