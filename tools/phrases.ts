/**
 * Keeps new text in plain English. `phrases.json` holds the refused phrases, each with what to write instead, and the
 * files that still contain some, each with its number of hits: a listed file may not have more, any other file may have
 * none.
 *
 * `npm run phrases` checks, `npm run phrases -- --update` lowers the numbers of files that improved.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The content of `phrases.json`. */
export type Phrases = {
  /** What to write instead, by phrase: a regular expression without case, of whole words. A space is any line break. */
  readonly refused: Readonly<Record<string, string>>
  /** Sentences that stay as they are, each with the reason: in them nothing is refused. */
  readonly exempt?: Readonly<Record<string, string>>
  /** Number of hits that a file may have, by its path. */
  readonly files: Readonly<Record<string, number>>
}

/** A refused phrase in a text. */
export type Hit = { readonly line: number; readonly text: string; readonly instead: string }

/** Texts by path from the repository's root. */
export type Texts = ReadonlyMap<string, string>

/** Every refused phrase in a text, in the order of the lines. */
export function findHits(original: string, refused: Phrases['refused'], exempt: Phrases['exempt'] = {}): Hit[] {
  const text = Object.keys(exempt).reduce((rest, sentence) => rest.replaceAll(spaced(sentence), blank), original)
  const found = Object.entries(refused).flatMap(([phrase, instead]) =>
    [...text.matchAll(patternOf(phrase))].map(({ 0: match, index }) => ({ match, index, instead })),
  )
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ match, index, instead }) => {
      const line = text.slice(0, index).split('\n').length
      return { line, text: match.replaceAll(/\s+((\/\/+|\*)\s+)?/g, ' '), instead }
    })
}

/** One sentence per hit of each file that has more than it may. */
export function judge(texts: Texts, { files, ...rules }: Phrases): string[] {
  return [...texts].flatMap(([file, text]) => {
    const hits = findHits(text, rules.refused, rules.exempt)
    const allowed = files[file] ?? 0
    if (hits.length <= allowed) return []
    const limit = allowed === 0 ? '' : ` (${hits.length} refused phrases in this file, at most ${allowed})`
    return hits.map(({ line, text, instead }) => `${file}:${line} "${text}": write ${instead}${limit}`)
  })
}

/**
 * The same phrases with the numbers of today where those are lower. Files without a hit or that no longer exist lose their
 * row; a renamed file keeps it.
 *
 * @param renamed - Earlier paths by present ones.
 */
export function lower(texts: Texts, { files, ...rules }: Phrases, renamed: ReadonlyMap<string, string>): Phrases {
  const rows = [...texts].flatMap(([file, text]) => {
    const allowed = files[file] ?? files[renamed.get(file) ?? ''] ?? 0
    const count = Math.min(findHits(text, rules.refused, rules.exempt).length, allowed)
    return count === 0 ? [] : [[file, count] as const]
  })
  return { ...rules, files: Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1))) }
}

/** Whether a file is written by hand and in English. */
export function isRead(file: string): boolean {
  return /\.(ts|tsx|sol|md)$/.test(file) && !notRead.test(file)
}

const notRead =
  /(^|\/)generated\/|^docs\/reference\/|^docs\/command-line\.md$|(^|\/)CHANGELOG\.md$|^tools\/phrases\.test\.ts$/

function patternOf(phrase: string): RegExp {
  return new RegExp(String.raw`\b(?:${phrase.replaceAll(' ', gap)})\b`, 'gi')
}

function spaced(sentence: string): RegExp {
  return new RegExp(sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', gap), 'g')
}

/** The same number of characters and lines, without a word. */
const blank = (text: string) => text.replaceAll(/\S/g, ' ')

/** A space, or the end of a line and the mark of a comment. */
const gap = String.raw`\s+(?:(?:\/\/+|\*)\s+)?`

/** Earlier paths by present ones, of files that were renamed since the list was written. */
function readRenames(root: string): Map<string, string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const written = git('log', '-1', '--format=%H', '--', 'tools/phrases.json').trim()
  if (written === '') return new Map()
  const lines = git('diff', '--find-renames', '--diff-filter=R', '--name-status', written).split('\n')
  return new Map(lines.filter(Boolean).map((line) => line.split('\t').slice(1).reverse() as [string, string]))
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const list = `${root}/tools/phrases.json`
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const files = tracked.filter((file) => isRead(file) && existsSync(`${root}/${file}`))
  const texts = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
  let phrases: Phrases = JSON.parse(readFileSync(list, 'utf8'))
  if (process.argv.includes('--update')) {
    phrases = lower(texts, phrases, readRenames(root))
    writeFileSync(list, `${JSON.stringify(phrases, undefined, 2)}\n`)
  }
  const problems = judge(texts, phrases)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
