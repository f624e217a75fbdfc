import type { CommandEntry } from '../../command/Command.js'
import { GROUPS } from '../../command/groups.js'
import { optionsOf } from '../../command/optionsOf.js'

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
export function readGrammar(commands: readonly CommandEntry[]): Grammar {
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
