import { type CommandEntry, defineCommand, optionsOf } from '../command/Command.js'
import { GROUPS } from '../command/groups.js'
import { usageFailure } from '../failure/CommandFailure.js'

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

/** The script for bash, from 3.2 on. */
function writeBash({ places, fileFlags, valueFlags }: Grammar): string {
  return `# Completion of holdfast for bash. In ~/.bashrc: eval "$(holdfast completion bash)"
_holdfast() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${places.flatMap(({ at }) => (at === '' ? [] : `'${at}'`)).join('|')}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case $previous in
    ${fileFlags.join('|')}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
    ${valueFlags.join('|')}) return ;;
  esac
  case $at in
${places.map(({ at, words }) => `    '${at}') words='${words.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _holdfast holdfast`
}

/** The script for zsh. */
function writeZsh({ places, fileFlags, valueFlags }: Grammar): string {
  return `#compdef holdfast
# Completion of holdfast for zsh. In ~/.zshrc, after compinit: eval "$(holdfast completion zsh)"
_holdfast() {
  local at= word
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${places.flatMap(({ at }) => (at === '' ? [] : `'${at}'`)).join('|')}) at="$at $word" ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
    (${fileFlags.join('|')}) _files; return ;;
    (${valueFlags.join('|')}) return ;;
  esac
  case "$at" in
${places.map(({ at, words }) => `    ('${at}') items=(${words.map(item).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'holdfast' items
}
compdef _holdfast holdfast`
}

function item({ word, describes }: Word): string {
  return `'${word}:${describes.replaceAll("'", "'\\''")}'`
}

/** The script for fish, from 3.0 on. */
function writeFish({ places }: Grammar): string {
  const known = places.flatMap(({ at }) => (at === '' ? [] : `'${at}'`)).join(' ')
  return [
    '# Completion of holdfast for fish. In ~/.config/fish/config.fish: holdfast completion fish | source',
    'function __holdfast_at',
    '  set -l at ""',
    '  set -l words (commandline -opc)',
    '  for word in $words[2..-1]',
    '    switch "$at $word"',
    `      case ${known}`,
    '        set at "$at $word"',
    '    end',
    '  end',
    '  test "$at" = "$argv[1]"',
    'end',
    'complete -c holdfast -f',
    ...places.flatMap(({ at, words }) =>
      words.map((word) => `complete -c holdfast -n "__holdfast_at '${at}'" ${written(word)}`),
    ),
  ].join('\n')
}

function written({ word, describes, value }: Word): string {
  const text = `-d '${describes.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (!word.startsWith('--')) return `-a ${word} ${text}`
  const takes = value === undefined ? '' : value === 'file' ? ' -r -F' : ' -x'
  return `-l ${word.slice(2)}${takes} ${text}`
}

/** What can be typed, as the scripts of all shells need it. */
export type Grammar = {
  /** Where one can be: the words of a command or a group, each with a space before it; nothing at the beginning. */
  places: readonly Place[]
  /** Options that take the name of a file. */
  fileFlags: readonly string[]
  /** Options that take anything else. */
  valueFlags: readonly string[]
}

/** One place, and what may follow there. */
type Place = { at: string; words: readonly Word[] }

/** `value` of an option that takes one. */
export type Word = { word: string; describes: string; value?: 'file' | 'other' | undefined }

/** Reads off the descriptions of all commands what can be typed. */
function readGrammar(commands: readonly CommandEntry[]): Grammar {
  const places = new Map<string, Map<string, Word>>([['', new Map()]])
  const add = (at: string, word: Word) => {
    const words = places.get(at) ?? new Map<string, Word>()
    if (!words.has(word.word)) words.set(word.word, word)
    places.set(at, words)
  }
  for (const command of commands) {
    let at = ''
    for (const [index, word] of command.path.entries()) {
      const isLast = index === command.path.length - 1
      add(at, { word, describes: isLast ? command.summary : (GROUPS[word] ?? '') })
      at = `${at} ${word}`
    }
    for (const { flags, describes } of optionsOf(command)) {
      const [word = '', value] = flags.split(' ')
      add(at, {
        word,
        describes,
        value: value === undefined ? undefined : /file|directory/.test(value) ? 'file' : 'other',
      })
    }
    add(at, { word: '--help', describes: 'display help for command' })
  }
  const all = [...places].map(([at, words]): Place => ({ at, words: [...words.values()] }))
  const flags = (kind: Word['value']) => [
    ...new Set(all.flatMap(({ words }) => words.filter(({ value }) => value === kind).map(({ word }) => word))),
  ]
  return { places: all, fileFlags: flags('file'), valueFlags: flags('other') }
}
