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
 * The pair that costs least now is not always the one that does in the end, so it is tried with several `fileBytes`, and what all
 * screens load in the end decides.
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
  const weights = opened.map(({ facadeModuleId }) => weightOf(facadeModuleId))
  const apart: Part[] = built
    .filter(({ fileName }) => !shell.has(fileName))
    .map((chunk) => ({
      files: [chunk.fileName],
      imports: chunk.imports,
      isFixed: opened.includes(chunk),
      bytes: packed * sum(Object.values(chunk.modules).map(({ renderedLength }) => renderedLength)),
      neededBy: needs.map((files) => files.has(chunk.fileName)),
    }))
  const parts = leastOf(
    supposed.map((bytes) => joinedUntil(apart, most, weights, bytes)),
    (one) => loadOf(one, weights),
  )
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

/** What a person opens first, and next, and how much more their bytes count than those of others. */
const weighted: readonly (readonly [RegExp, weight: number])[] = [
  [/\/(SendScreen\.tsx|ClaimScreen\.tsx|claimByService\.ts)$/, 10],
  [/\/(ReviewScreen|ResumeScreen)\.tsx$/, 4],
]

function weightOf(opened: string | null): number {
  return weighted.find(([names]) => names.test(opened ?? ''))?.[1] ?? 1
}

/** Bytes that are sent for each that the first build writes. */
const packed = 0.18

/** Bytes of a file itself where it is loaded. */
const fileBytes = 450

/** What a file costs in each of the tries. */
const supposed = [0, 100, 200, 300, fileBytes, 600, 800, 1_000, 1_500]

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

/** Joins the parts that cost least, for as long as that saves something or there are more than `most`. */
function joinedUntil(apart: readonly Part[], most: number, weights: readonly number[], bytes: number): readonly Part[] {
  let parts = apart
  for (;;) {
    const pair = cheapestPair(parts, weights, bytes)
    if (pair === undefined || (pair.cost >= 0 && parts.length <= most)) return parts
    parts = joined(parts, pair)
  }
}

/** What all screens load, with the weight of each. */
function loadOf(parts: readonly Part[], weights: readonly number[]): number {
  return sum(parts.map((part) => (part.bytes + fileBytes) * sum(weights.filter((_, at) => part.neededBy[at]))))
}

function leastOf<one>(all: readonly one[], costOf: (one: one) => number): one {
  const costs = all.map(costOf)
  const least = all[costs.indexOf(Math.min(...costs))]
  if (least === undefined) throw new Error('There is nothing to choose from.')
  return least
}

/** Two parts that can be one file, and what that costs. */
type Pair = { one: Part; other: Part; cost: number }

/** The two parts of which one file costs least. */
function cheapestPair(parts: readonly Part[], weights: readonly number[], saved: number): Pair | undefined {
  const direct = importsOf(parts)
  const below = closures(parts, direct)
  // What each screen that does not need a part would load with it.
  const burdens = new Map(
    parts.map((part) => [part, weights.map((_, at) => unneeded(below.get(part) ?? new Set(), at))]),
  )
  const costOf = (one: Part, other: Part): number => {
    const [ofOne, ofOther] = [burdens.get(one) ?? [], burdens.get(other) ?? []]
    let cost = 0
    for (let at = 0; at < weights.length; at++) {
      const [needsOne, needsOther] = [one.neededBy[at], other.neededBy[at]]
      if (!needsOne && !needsOther) continue
      const extra = needsOne && needsOther ? -saved : (needsOne ? ofOther : ofOne)[at]
      cost += (weights[at] ?? 0) * (extra ?? 0)
    }
    return cost
  }
  /** Whether another part is between them: it would be in a circle with both as one. */
  const isBetween = (from: Part, to: Part): boolean =>
    [...(direct.get(from) ?? [])].some((part) => part !== to && below.get(part)?.has(to) === true)
  const free = parts.filter(({ isFixed }) => !isFixed)
  let best: Pair | undefined
  for (const [index, one] of free.entries())
    for (const other of free.slice(index + 1)) {
      const cost = costOf(one, other)
      const isLess = best === undefined || cost < best.cost
      if (isLess && !isBetween(one, other) && !isBetween(other, one)) best = { one, other, cost }
    }
  return best
}

/** Bytes of the parts that a screen does not need. */
function unneeded(parts: ReadonlySet<Part>, at: number): number {
  let bytes = 0
  for (const part of parts) if (!part.neededBy[at]) bytes += part.bytes
  return bytes
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
  const brought = closures(next, importsOf(next)).get(both)
  return next.map((part) => (brought?.has(part) ? { ...part, neededBy: either(part, both) } : part))
}

function either(one: Part, other: Part): boolean[] {
  return one.neededBy.map((isNeeded, at) => isNeeded || other.neededBy[at] === true)
}

/** For each part what it needs at once, with itself. */
function closures(parts: readonly Part[], direct: ReadonlyMap<Part, ReadonlySet<Part>>): Map<Part, Set<Part>> {
  const found = new Map<Part, Set<Part>>()
  const closureOf = (part: Part): Set<Part> => {
    const known = found.get(part)
    if (known !== undefined) return known
    const seen = new Set([part])
    // No parts import each other in a circle.
    for (const next of direct.get(part) ?? []) for (const one of closureOf(next)) seen.add(one)
    found.set(part, seen)
    return seen
  }
  parts.forEach(closureOf)
  return found
}

/** For each part the others that it imports. */
function importsOf(parts: readonly Part[]): Map<Part, Set<Part>> {
  const partOf = new Map(parts.flatMap((part) => part.files.map((file) => [file, part] as const)))
  return new Map(
    parts.map((part) => {
      const others = part.imports.flatMap((file) => partOf.get(file) ?? [])
      return [part, new Set(others.filter((other) => other !== part))]
    }),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
