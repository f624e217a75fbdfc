import type { Grammar } from './readGrammar.js'

/** The script for bash, from 3.2 on. */
export function writeBash({ places, fileFlags, valueFlags }: Grammar): string {
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
