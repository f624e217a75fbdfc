import type { Grammar, Word } from './readGrammar.js'

/** The script for fish, from 3.0 on. */
export function writeFish({ places }: Grammar): string {
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
