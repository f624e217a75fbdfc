/**
 * Which modules of the page are in one file. A first build has a file for each set of modules that the same screens need. Then
 * two files become one, those first that cost least, for as long as any two save something or there are too many: the page has a hash of
 * each, and visitors load it whatever they open. Two files as one change what all screens load, each after the shell and with its
 * weight, by
 *
 *     sum over screens of weight * (extra - fileBytes if it needs both)
 *
 * where `extra` is 0 for a screen that needs both or none, and else the bytes of the file that it does not need and of all that
 * this file imports, without what the screen loads anyway. No files import each other in a circle, so two are not joined where another
 * one is between them. The number is fixed, and not what a hash costs: then a change of some bytes moves what the screens load by as much.
 *
 * @param built - Files of a build without this, which says what each screen really needs.
 * @param most - How many files there may be beside the shell.
 * @returns The name of the file of a module, or `null` where it is left to the bundler: what one screen alone needs.
 */
export function chunksOf(built: readonly BuiltChunk[], most = mostFiles): (id: string) => string | null {
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]))
  const shell = needsOf(
    built.filter(({ isEntry }) => isEntry),
    byFile,
  )
  const opened = built.filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !shell.has(fileName))
  const needs = opened.map((one) => needsOf([one], byFile))
  const weights = opened.map(({ facadeModuleId }) => (first.test(facadeModuleId ?? '') ? firstWeight : 1))
  let parts: Part[] = built
    .filter(({ fileName }) => !shell.has(fileName))
    .map((chunk) => ({
      files: [chunk.fileName],
      imports: chunk.imports,
      isFixed: opened.includes(chunk),
      bytes: packed * sum(Object.values(chunk.modules).map(({ renderedLength }) => renderedLength)),
      neededBy: needs.map((files) => files.has(chunk.fileName)),
    }))
  for (;;) {
    const pair = cheapestPair(parts, weights)
    if (pair === undefined || (pair.cost >= 0 && parts.length <= most)) break
    parts = joined(parts, pair)
  }
  const idsOf = (files: Iterable<string>) => [...files].flatMap((file) => Object.keys(byFile.get(file)?.modules ?? {}))
  const names = new Map([
    ...idsOf(shell).map((id) => [id, 'shell'] as const),
    ...parts.flatMap(({ files, isFixed }, index) =>
      isFixed ? [] : idsOf(files).map((id) => [id, `part${index}`] as const),
    ),
  ])
  return (id) => names.get(id) ?? null
}

/** A file as the bundler makes it. */
export type BuiltChunk = {
  fileName: string
  imports: readonly string[]
  isEntry: boolean
  isDynamicEntry: boolean
  facadeModuleId: string | null
  modules: Readonly<Record<string, { renderedLength: number }>>
}

/** What a person opens first, and how much more its bytes count than those of others. */
const first = /\/(SendScreen\.tsx|ClaimScreen\.tsx|claimByService\.ts)$/
const firstWeight = 10

/** Bytes that are sent for each that the first build writes. */
const packed = 0.18

/** Bytes of a file itself where it is loaded. */
const fileBytes = 450

/** About 50 bytes of the page are the name and hash of a file: with these it has almost the most that it may have. */
const mostFiles = 69

/** Files of the first build that are to become one. */
type Part = {
  files: readonly string[]
  imports: readonly string[]
  /** A screen, or another module that is loaded on a press: it has a file of its own. */
  isFixed: boolean
  /** What it costs to load, roughly. */
  bytes: number
  /** For each module that is loaded on a press. */
  neededBy: readonly boolean[]
}

/** The files that these need at once, with themselves. */
function needsOf(chunks: readonly BuiltChunk[], byFile: ReadonlyMap<string, BuiltChunk>): Set<string> {
  const seen = new Set<string>()
  const visit = (chunk: BuiltChunk): void => {
    if (seen.has(chunk.fileName)) return
    seen.add(chunk.fileName)
    for (const file of chunk.imports) {
      const next = byFile.get(file)
      if (next !== undefined) visit(next)
    }
  }
  chunks.forEach(visit)
  return seen
}

/** Two parts that can be one file, and what that costs. */
type Pair = { one: Part; other: Part; cost: number }

/** The two parts of which one file costs least. */
function cheapestPair(parts: readonly Part[], weights: readonly number[]): Pair | undefined {
  const below = closures(parts)
  // What each screen that does not need a part would load with it.
  const burdens = new Map(
    parts.map((part) => [
      part,
      weights.map((_, at) => sum([...(below.get(part) ?? [])].map((one) => (one.neededBy[at] ? 0 : one.bytes)))),
    ]),
  )
  const costOf = (one: Part, other: Part): number =>
    sum(
      weights.map((weight, at) => {
        const [needsOne, needsOther] = [one.neededBy[at], other.neededBy[at]]
        const burden = needsOne === needsOther ? 0 : burdens.get(needsOne ? other : one)?.[at]
        return weight * ((burden ?? 0) - (needsOne && needsOther ? fileBytes : 0))
      }),
    )
  /** Whether another part is between them: it would be in a circle with both as one. */
  const isBetween = (from: Part, to: Part): boolean =>
    [...importsOf(from, parts)].some((part) => part !== to && below.get(part)?.has(to) === true)
  const free = parts.filter(({ isFixed }) => !isFixed)
  return free
    .flatMap((one, index) => free.slice(index + 1).map((other) => ({ one, other, cost: costOf(one, other) })))
    .sort((a, b) => a.cost - b.cost)
    .find(({ one, other }) => !isBetween(one, other) && !isBetween(other, one))
}

/** The parts with two of them as one, which brings what either imports to each screen that needs one of them. */
function joined(parts: readonly Part[], { one, other }: Pair): Part[] {
  const both: Part = {
    files: [...one.files, ...other.files],
    imports: [...one.imports, ...other.imports],
    isFixed: false,
    bytes: one.bytes + other.bytes,
    neededBy: either(one, other),
  }
  const next = [...parts.filter((part) => part !== one && part !== other), both]
  const brought = closures(next).get(both)
  return next.map((part) => (brought?.has(part) ? { ...part, neededBy: either(part, both) } : part))
}

function either(one: Part, other: Part): boolean[] {
  return one.neededBy.map((isNeeded, at) => isNeeded || other.neededBy[at] === true)
}

/** For each part what it needs at once, with itself. */
function closures(parts: readonly Part[]): Map<Part, Set<Part>> {
  const direct = new Map(parts.map((part) => [part, importsOf(part, parts)]))
  return new Map(
    parts.map((part) => {
      const seen = new Set<Part>()
      const visit = (one: Part): void => {
        if (seen.has(one)) return
        seen.add(one)
        direct.get(one)?.forEach(visit)
      }
      visit(part)
      return [part, seen]
    }),
  )
}

function importsOf({ files, imports }: Part, parts: readonly Part[]): Set<Part> {
  const others = imports.filter((file) => !files.includes(file))
  return new Set(parts.filter((part) => others.some((file) => part.files.includes(file))))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
