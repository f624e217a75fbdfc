import type { Command } from '../../command/Command.js'

export const completionCommand: Command = {
  path: ['completion'],
  summary: 'print a script that completes commands and options in a shell',
  positionals: [{ name: 'shell', describes: 'bash, zsh or fish' }],
  examples: [
    ['completion bash >> ~/.bashrc', 'from the next terminal on'],
    ['completion zsh >> ~/.zshrc', 'the same for zsh, after compinit'],
    ['completion fish > ~/.config/fish/completions/holdfast.fish', 'the same for fish'],
  ],
  result: { shell: '`bash`, `zsh` or `fish`', script: 'text that the shell runs' },
  load: () => import('./run.js'),
}
