import type { MutantResult } from '@stryker-mutator/api/core'
import type { Sample } from './sample.js'

/** The results for the mutants of one folder or file. */
export type Mutation = {
  target: string
  /** Undefined where all mutants were run. */
  sample: Sample | undefined
  killed: number
  /** Of those, how many only because the tests did not end: on a busy machine that proves nothing. */
  timedOut: number
  tested: number
  survivors: readonly Survivor[]
  /** Mutants that none of the tests reaches, by file; they are not among those tested. */
  unreached: Readonly<Record<string, number>>
  /** Of all mutants, also those outside the sample and those unreached. */
  total: number
}

/** A mutant that no test noticed. */
export type Survivor = { place: string; change: string }

/**
 * Counts a run. A mutant that no test reaches is counted apart: where all tests of a function need a chain, it says nothing
 * about them.
 *
 * @param results - All of them; those outside the sample have the status `CompileError`.
 * @param read - Returns the text of a source by its absolute path.
 */
export function summarize(
  target: string,
  results: readonly MutantResult[],
  read: (path: string) => string,
  sample?: Sample,
): Mutation {
  const counted = results.filter(({ status }) => ['Killed', 'Timeout', 'Survived'].includes(status))
  const pathOf = (fileName: string) => fileName.slice(fileName.lastIndexOf(target))
  const survivors = counted
    .filter(({ status }) => status === 'Survived')
    .map(({ fileName, location: { start, end }, replacement = '' }) => ({
      place: `${pathOf(fileName)}:${start.line}:${start.column}`,
      change: `${oneLine(cut(read(fileName), start, end))} → ${oneLine(replacement)}`,
    }))
    .sort((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
  const timedOut = counted.filter(({ status }) => status === 'Timeout').length
  const unreached: Record<string, number> = {}
  for (const { status, fileName } of results) {
    const path = pathOf(fileName)
    if (status === 'NoCoverage') unreached[path] = (unreached[path] ?? 0) + 1
  }
  const total = results.filter(({ status }) => status !== 'Ignored').length
  const tested = counted.length
  return { target, sample, killed: tested - survivors.length, timedOut, tested, survivors, unreached, total }
}

type Place = MutantResult['location']['start']

/** The text of a file between two places; lines count from 1 and columns too. */
function cut(text: string, start: Place, end: Place): string {
  const lines = text.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n')
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/**
 * The page with the section of one run rewritten; judgements of remaining survivors are kept. A judgement
 * that begins with `equivalent` says that no input can show the change.
 */
export function withMutation(page: string, mutation: Mutation): string {
  const { target, sample, killed, timedOut, tested, survivors } = mutation
  const heading = `## ${target}\n`
  const start = page.indexOf(heading)
  const end = start < 0 ? -1 : page.indexOf('\n## ', start)
  const before = start < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, start)
  const after = end < 0 ? '' : page.slice(end + 1)
  const old = start < 0 ? '' : page.slice(start, end < 0 ? undefined : end)
  const judged = new Map(
    Array.from(old.matchAll(/^\| `(.*?)` \| `(.*?)` \| (.*) \|$/gm), ([, place = '', change = '', judgement = '']) => [
      keyOf(place, change),
      judgement,
    ]),
  )
  const judgements = survivors.map(({ place, change }) => judged.get(keyOf(place, change)) ?? 'not judged')
  const rows = survivors.map(({ place, change }, at) => `| \`${place}\` | \`${change}\` | ${judgements[at]} |\n`)
  const table = rows.length === 0 ? '' : `\n| survivor | change | judgement |\n| --- | --- | --- |\n${rows.join('')}`
  const equivalent = judgements.filter((judgement) => judgement.startsWith('equivalent')).length
  const share = (of: number) => (of === 0 ? 'no mutants' : `${((100 * killed) / of).toFixed(1)} %`)
  const of = sample ? `a sample of ${tested} mutants, chosen by seed ${sample.seed},` : `${tested} mutants`
  const rest = equivalent === 0 ? '' : `; ${equivalent} are equivalent, of the others ${share(tested - equivalent)}`
  const late = timedOut === 0 ? '' : `, ${timedOut} of them by a timeout`
  const score = `${killed} of ${of} killed${late}, ${share(tested)}${rest}.\n`
  return `${before}${heading}\n${score}${unreachedOf(mutation)}${table}${after === '' ? '' : `\n${after}`}`
}

/** How many mutants were not tested since no test reaches them, and where, most first. */
function unreachedOf({ target, unreached, total }: Mutation): string {
  const files = Object.entries(unreached).sort(([, a], [, b]) => b - a)
  if (files.length === 0) return ''
  const count = files.reduce((sum, [, mutants]) => sum + mutants, 0)
  const places = files.map(([file, mutants]) => `\`${file.slice(target.length + 1) || file}\` ${mutants}`).join(', ')
  return `\nNot counted, since no such test reaches them: ${count} of all ${total} mutants. ${places}.\n`
}

/** Identifies a survivor even if other lines of its file change. */
function keyOf(place: string, change: string): string {
  return `${place.replace(/:\d+:\d+$/, '')} ${change}`
}
