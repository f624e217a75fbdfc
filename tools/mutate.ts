/**
 * Changes one expression of a source at a time and runs the tests that import it: `npm run mutate -- sdk/src/risk/rules`. A
 * mutant that no test notices is a survivor. Writes score and survivors into `tools/mutation/README.md`, where the judgement
 * of a survivor is written by hand and kept.
 *
 * `--sample 200 --seed 1` takes 200 mutants of each target, chosen by the seed. Only tests that start no process are run, of the
 * same package; `--everywhere` adds those of the others. `--runners 1` leaves half of the machine to others (2 run at once otherwise).
 * `--timeout 30` gives the tests of a mutant so many seconds, for those that wait for what a mutant never does.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { readPackages, readSources } from './imports.js'
import { findSources, findTests } from './mutation/findTests.js'
import { type Mutation, summarize, withMutation } from './mutation/page.js'
import { isIn, type Sample } from './mutation/sample.js'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const page = `${root}/tools/mutation/README.md`

/** Mutates files and folders in one run, since the first run of the tests takes as long as many mutants do. */
async function mutate(
  targets: readonly string[],
  sample: Sample | undefined,
  isEverywhere: boolean,
  runners: number,
  timeoutSeconds: number,
): Promise<Mutation[]> {
  const packages = readPackages(root)
  const sources = readSources(
    root,
    packages.map(({ folder }) => folder),
  )
  const mutated = targets.flatMap((target) => {
    const found = findSources(sources, target)
    if (found.length === 0) throw new Error(`${target} is not a source and holds none.`)
    return found
  })
  const tests = findTests(sources, packages, mutated, isEverywhere)
  if (tests.length === 0) throw new Error(`No test that imports ${targets.join(', ')} starts no process.`)
  const chosenPath = `${root}/node_modules/.cache/mutants-${process.pid}.json`
  Object.assign(process.env, {
    MUTATE_TESTS: tests.join(','),
    MUTATE_SAMPLE: JSON.stringify(sample ?? null),
    MUTATE_TARGETS: targets.join(','),
    MUTATE_CHOSEN: chosenPath,
  })
  const stryker = new Stryker({
    mutate: mutated,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', `${root}/tools/mutation/sample.ts`],
    checkers: sample ? ['chosen'] : [],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    reporters: ['dots', 'choosing'],
    coverageAnalysis: 'perTest',
    // Half of those of a sample only tell which mutants are in it, and are idle after that.
    concurrency: sample ? runners * 2 : runners,
    // Long, since the machine may be busy: a test that was only slow would count as one that noticed the mutant.
    timeoutMS: timeoutSeconds * 1_000,
    dryRunTimeoutMinutes: 30,
    tempDirName: 'node_modules/.cache/mutate',
    ignorePatterns: ['**/dist', 'contracts/{out,cache,lib}', 'docs', '.git', 'tools/mutation/README.md'],
  })
  const results = await stryker.runMutationTest()
  rmSync(chosenPath, { force: true })
  const read = (path: string) => sources.get(path.slice(root.length + 1)) ?? ''
  return targets.map((target) => {
    const ofTarget = results.filter(({ fileName }) => isIn(fileName, `${root}/${target}`))
    return summarize(target, ofTarget, read, sample)
  })
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    everywhere: { type: 'boolean', default: false },
    runners: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '180' },
  },
})
if (positionals.length === 0) throw new Error('Name files or folders, such as sdk/src/risk/rules.')
const sample = values.sample === undefined ? undefined : { size: Number(values.sample), seed: values.seed }
const targets = positionals.map((target) => target.replace(/\/$/, ''))
for (const mutation of await mutate(
  targets,
  sample,
  values.everywhere,
  Number(values.runners),
  Number(values.timeout),
)) {
  writeFileSync(page, withMutation(readFileSync(page, 'utf8'), mutation))
  console.log(`${mutation.target}: ${mutation.killed} of ${mutation.tested} mutants killed`)
}
