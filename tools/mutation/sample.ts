/**
 * A plugin of Stryker that runs only a sample of the mutants: those that a reporter has chosen pass a checker. Stryker's processes
 * load it as Node does, so it imports no file of ours.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Checker, CheckResult } from '@stryker-mutator/api/check'
import type { Mutant, MutantResult } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { MutationTestingPlanReadyEvent, Reporter } from '@stryker-mutator/api/report'

/** How many mutants of a target are run, and what chooses them. */
export type Sample = { size: number; seed: string }

/** What of a mutant decides whether it is in a sample. */
type Candidate = Pick<Mutant, 'id' | 'fileName' | 'location' | 'replacement'>

/** Mutants in an order that only the seed and their text decide, as many as asked for. */
export function chooseSample(mutants: readonly Candidate[], root: string, { size, seed }: Sample): string[] {
  const rank = ({ fileName, location, replacement }: Candidate) =>
    createHash('sha256')
      .update(JSON.stringify([seed, fileName.replace(root, ''), location.start, location.end, replacement]))
      .digest('hex')
  return mutants
    .map((mutant) => ({ id: mutant.id, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id)
}

/** Where the ids of the chosen mutants, and of those that no test reaches, are written, for the processes of the checkers. */
const chosenPath = (): string => process.env.MUTATE_CHOSEN ?? ''

/** Chooses a sample of the mutants of each target that a test reaches, and prints survivors as they are found: a folder takes minutes. */
class ChoosingReporter implements Reporter {
  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent): void {
    // A mutant in a table that is built once is reached only by the test that happens to run first: let it meet all tests.
    for (const plan of mutantPlans)
      if ('runOptions' in plan && plan.mutant.coveredBy?.length === 1) delete plan.runOptions.testFilter
    const sample: Sample | null = JSON.parse(process.env.MUTATE_SAMPLE ?? 'null')
    if (!sample) return
    const root = process.cwd()
    const mutants = mutantPlans.map(({ mutant }) => mutant)
    const isReached = ({ static: isStatic, coveredBy }: Mutant) => isStatic || coveredBy?.length !== 0
    const chosen = (process.env.MUTATE_TARGETS ?? '').split(',').flatMap((target) => {
      const ofTarget = mutants.filter(({ fileName }) => isIn(fileName, `${root}/${target}`))
      return chooseSample(ofTarget.filter(isReached), root, sample)
    })
    // To be counted; none of them is run.
    const unreached = mutants.filter((mutant) => !isReached(mutant)).map(({ id }) => id)
    writeFileSync(chosenPath(), JSON.stringify([...chosen, ...unreached]))
  }

  onMutantTested({ status, fileName, location, replacement }: MutantResult): void {
    if (status === 'Survived') console.log(`${fileName}:${location.start.line}:${location.start.column} ${replacement}`)
  }
}

class ChosenChecker implements Checker {
  async init(): Promise<void> {}
  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const chosen = new Set<string>(JSON.parse(readFileSync(chosenPath(), 'utf8')))
    // Stryker knows two answers, `passed` and `compileError`, by an enum of its own.
    const result = ({ id }: Mutant) => ({
      status: chosen.has(id) ? 'passed' : 'compileError',
      reason: 'not in the sample',
    })
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant) as CheckResult]))
  }
  /** One group: each would be a request to another process. */
  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, 'choosing', ChoosingReporter),
  declareClassPlugin(PluginKind.Checker, 'chosen', ChosenChecker),
]

/** Whether a path is a file or is below a folder. */
export function isIn(path: string, target: string): boolean {
  return path === target || path.startsWith(`${target}/`)
}
