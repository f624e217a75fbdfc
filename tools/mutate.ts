/**
 * Changes one expression of a source at a time and runs the tests beside it: `npm run mutate -- sdk/src/risk/rules`. A mutant
 * that no test notices is a survivor. Writes score and survivors into `tools/mutation/README.md`, where the judgement of a
 * survivor is written by hand and kept.
 *
 * Only tests that start no process are run: those that import no devnet, service, browser or stage.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'

/** What became of the mutants of one folder or file. */
export type Mutation = { target: string; killed: number; tested: number; survivors: readonly Survivor[] }

/** What Stryker says of one mutant. */
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** A mutant that no test noticed. */
export type Survivor = { place: string; change: string }

/** Counts a run. A mutant that no test reaches survives; one that does not compile, or that was left out, does not count. */
export function summarize(target: string, results: readonly MutantResult[]): Mutation {
  const counted = results.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
  const survivors = counted
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, mutatorName, replacement = '' }) => ({
      place: `${fileName.slice(fileName.indexOf(target))}:${location.start.line}:${location.start.column}`,
      change: `${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 80)}`,
    }))
  return { target, killed: counted.length - survivors.length, tested: counted.length, survivors }
}

/** The page with the section of one run written anew; judgements of survivors that are still there are kept. */
export function withMutation(page: string, { target, killed, tested, survivors }: Mutation): string {
  const heading = `## ${target}\n`
  const start = page.indexOf(heading)
  const end = start < 0 ? -1 : page.indexOf('\n## ', start)
  const before = start < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, start)
  const after = end < 0 ? '' : page.slice(end + 1)
  const old = start < 0 ? '' : page.slice(start, end < 0 ? undefined : end)
  const judged = new Map(
    Array.from(old.matchAll(/^\| `(.*?)` \| `(.*?)` \| (.*) \|$/gm), ([, place = '', change = '', judgement = '']) => [
      `${place.replace(/:\d+:\d+$/, '')} ${change}`,
      judgement,
    ]),
  )
  const rows = survivors.map(({ place, change }) => {
    const judgement = judged.get(`${place.replace(/:\d+:\d+$/, '')} ${change}`) ?? 'not judged'
    return `| \`${place}\` | \`${change}\` | ${judgement} |\n`
  })
  const table = rows.length === 0 ? '' : `\n| survivor | change | judgement |\n| --- | --- | --- |\n${rows.join('')}`
  const share = tested === 0 ? 'no mutants' : `${((100 * killed) / tested).toFixed(1)} %`
  return `${before}${heading}\n${killed} of ${tested} mutants killed, ${share}.\n${table}${after === '' ? '' : `\n${after}`}`
}

/** Tests beside the sources of a folder that start no process. */
export function testsFor(root: string, target: string): string[] {
  const folder = target.replace(/\/[^/]+\.ts$/, '')
  return globSync(`${folder}/**/*.{test,fuzz}.ts`, { cwd: root }).filter((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    return !/devnet|testkit\/\w*[sS]tage|node:(child_process|http|worker_threads)|@holdfast\/service/.test(text)
  })
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
  const path = `${root}/tools/mutation/README.md`
  for (const target of process.argv.slice(2).map((one) => one.replace(/\/$/, ''))) {
    const sources = target.endsWith('.ts') ? [target] : [`${target}/**/*.ts`]
    const tests = testsFor(root, target)
    if (tests.length === 0) throw new Error(`No test beside ${target} starts no process.`)
    process.env.MUTATE_TESTS = tests.join(',')
    const stryker = new Stryker({
      mutate: [...sources, '!**/*.{test,fuzz,examples,d}.ts'],
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
      reporters: ['clear-text'],
      coverageAnalysis: 'perTest',
      concurrency: 2,
      checkers: [],
      tempDirName: 'node_modules/.cache/mutate',
      ignorePatterns: ['**/dist', 'web', 'contracts/out', 'contracts/cache', 'docs', '.git'],
      allowEmpty: false,
    })
    const mutation = summarize(target, await stryker.runMutationTest())
    writeFileSync(path, withMutation(readFileSync(path, 'utf8'), mutation))
    console.log(`${target}: ${mutation.killed} of ${mutation.tested} mutants killed`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
