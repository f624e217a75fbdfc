import type { MutantResult } from '@stryker-mutator/api/core'
import type { Sample } from './sample.js'

/** What became of the mutants of one folder or file. */
export type Mutation = {
  target: string
  /** Undefined where all mutants were run. */
  sample: Sample | undefined
  killed: number
  /** Of those, how many only because the tests did not end: on a busy machine that proves nothing. */
  timedOut: number
  tested: number
  survivors: readonly Survivor[]
}

/** A mutant that no test noticed. */
export type Survivor = { place: string; change: string }

/**
 * Counts a run. A mutant that no test reaches survives; one that was left out does not count.
 *
 * @param read - Returns the text of a source by its absolute path.
 */
export function summarize(
  target: string,
  results: readonly MutantResult[],
  read: (path: string) => string,
  sample?: Sample,
): Mutation {
  const counted = results.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
  const survivors = counted
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location: { start, end }, replacement = '' }) => ({
      place: `${fileName.slice(fileName.lastIndexOf(target))}:${start.line}:${start.column}`,
      change: `${oneLine(cut(read(fileName), start, end))} → ${oneLine(replacement)}`,
    }))
    .sort((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
  const timedOut = counted.filter(({ status }) => status === 'Timeout').length
  return { target, sample, killed: counted.length - survivors.length, timedOut, tested: counted.length, survivors }
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
 * The page with the section of one run written anew; judgements of survivors that are still there are kept. A judgement
 * that begins with `equivalent` says that no input can show the change.
 */
export function withMutation(page: string, { target, sample, killed, timedOut, tested, survivors }: Mutation): string {
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
  return `${before}${heading}\n${killed} of ${of} killed${late}, ${share(tested)}${rest}.\n${table}${after === '' ? '' : `\n${after}`}`
}

/** Survives a change elsewhere in the file. */
function keyOf(place: string, change: string): string {
  return `${place.replace(/:\d+:\d+$/, '')} ${change}`
}
