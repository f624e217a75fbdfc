import type { Grammar, Word } from './readGrammar.js'

/** The script for zsh. */
export function writeZsh({ places, fileFlags, valueFlags }: Grammar): string {
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
