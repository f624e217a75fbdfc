/** Finds tests that depend on how fast the machine is: fixed sleeps, short limits, and comparisons with the wall clock. */
import ts from 'typescript'

/**
 * Looks for three kinds of places in a test file:
 *
 * - a timer that a test, a hook or a helper awaits, outside of a loop that waits for a condition; a function is a helper at the
 *   top level of the file, and in a test file where its call is awaited by name;
 * - a wait for a condition that gives up in less than {@link leastMs}; `vi.waitFor` gives up after one second by default;
 * - a time from `Date.now()` or `performance.now()` that `expect` compares as larger or smaller, also one of a list of them, and
 *   a difference of two that has a name.
 *
 * A fake that answers late does not count: its timer is part of the test.
 *
 * @returns One sentence a place, with file and line.
 */
export function findWaits(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const timers = promiseTimers(source)
  const times = [...listsOfTimes(source).map((name) => `${name}[`), ...differences(source)]
  // Elsewhere a function inside another is part of a fake.
  const helpers = /\.(test|fuzz)\.ts$/.test(file) ? awaitedByName(source) : new Set<string>()
  const problems: string[] = []
  const report = (node: ts.Node, what: string) =>
    problems.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${what}`)
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && holdsTimer(node.expression, timers) && isFlow(node, helpers))
      report(node, 'sleeps for a fixed time; wait for a condition')
    if (ts.isCallExpression(node) && limitOf(node, source) < leastMs)
      report(node, 'gives up early; a busy machine needs minutes')
    if (ts.isCallExpression(node) && isClockComparison(node, times))
      report(node, 'compares with the wall clock; compare what happened')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

/** Shortest time after which a wait may give up. A long limit costs nothing when the condition becomes true. */
const leastMs = 100_000

/** After how many milliseconds a wait for a condition gives up; infinity for any other call, or a computed limit. */
function limitOf({ expression, arguments: [, limit] }: ts.CallExpression, source: ts.SourceFile): number {
  const name = expression.getText(source)
  if (!/^(vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(name)) return Number.POSITIVE_INFINITY
  const byDefault = name === 'expect.poll' ? Number.POSITIVE_INFINITY : 1_000
  if (limit === undefined) return byDefault
  const options = ts.isIdentifier(limit) ? constants(source).get(limit.text) : limit
  if (options !== undefined && ts.isNumericLiteral(options)) return Number(options.text)
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return Number.POSITIVE_INFINITY
  const timeout = options.properties.find(({ name }) => name?.getText(source) === 'timeout')
  if (timeout === undefined) return byDefault
  const isNumber = ts.isPropertyAssignment(timeout) && ts.isNumericLiteral(timeout.initializer)
  return isNumber ? Number(timeout.initializer.getText(source).replaceAll('_', '')) : Number.POSITIVE_INFINITY
}

/** The constants at the top level of the file, with their values. */
function constants(source: ts.SourceFile): Map<string, ts.Expression> {
  const declared = source.statements.flatMap((one) =>
    ts.isVariableStatement(one) ? [...one.declarationList.declarations] : [],
  )
  return new Map(
    declared.flatMap(({ name, initializer }) =>
      initializer && ts.isIdentifier(name) ? [[name.text, initializer] as const] : [],
    ),
  )
}

/** The lists to which the file adds the time of the clock. */
function listsOfTimes(source: ts.SourceFile): string[] {
  const added = source.text.matchAll(/\b(\w+)\.push\((?:Date|performance)\.now\(\)\)/g)
  return [...new Set(Array.from(added, ([, name]) => name ?? ''))]
}

/** The names that the file gives to differences between times of the clock. */
function differences(source: ts.SourceFile): string[] {
  const named = source.text.matchAll(/\b(\w+) = [^=;\n]*\b(?:Date|performance)\.now\(\) - /g)
  return Array.from(named, ([, name]) => name ?? '')
}

/** The functions of the file whose calls are awaited by name. */
function awaitedByName(source: ts.SourceFile): ReadonlySet<string> {
  return new Set(Array.from(source.text.matchAll(/\bawait (\w+)\(/g), ([, name]) => name ?? ''))
}

/** What the file calls the timers of `node:timers/promises`. */
function promiseTimers(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    if (statement.moduleSpecifier.text !== 'node:timers/promises') return []
    const bindings = statement.importClause?.namedBindings
    return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : []
  })
}

/** True for `sleep(5)`, `new Promise((resolve) => setTimeout(resolve, 5))`, and a race or list that holds one. */
function holdsTimer(node: ts.Expression, timers: readonly string[]): boolean {
  if (ts.isNewExpression(node)) {
    const [executor] = node.arguments ?? []
    if (executor === undefined || !ts.isArrowFunction(executor) || !ts.isCallExpression(executor.body)) return false
    return executor.body.expression.getText() === 'setTimeout'
  }
  if (ts.isCallExpression(node)) {
    if (ts.isIdentifier(node.expression) && timers.includes(node.expression.text)) return true
    if (!/^Promise\.(race|all|any|allSettled)$/.test(node.expression.getText())) return false
    return node.arguments.some((one) => holdsTimer(one, timers))
  }
  return ts.isArrayLiteralExpression(node) && node.elements.some((one) => holdsTimer(one, timers))
}

/** True if the test itself waits: not in a loop that waits for a condition, and not inside a fake. */
function isFlow(node: ts.Node, helpers: ReadonlySet<string>): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isWhileStatement(at) || ts.isDoStatement(at)) return false
    if (ts.isForStatement(at) && at.initializer === undefined) return false
    if (ts.isFunctionDeclaration(at)) return ts.isSourceFile(at.parent) || helpers.has(at.name?.text ?? '')
    if (ts.isArrowFunction(at) || ts.isFunctionExpression(at)) return isTestCallback(at) || isHelper(at, helpers)
  }
  return true
}

function isTestCallback({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent)) return false
  return /^(test|it|before(All|Each)|after(All|Each))\b/.test(parent.expression.getText())
}

function isHelper({ parent }: ts.Node, helpers: ReadonlySet<string>): boolean {
  if (!ts.isVariableDeclaration(parent)) return false
  return ts.isSourceFile(parent.parent.parent.parent) || helpers.has(parent.name.getText())
}

/** True for `expect(Date.now() - began).…`, `expect(…).toBeLessThan(performance.now() …)` and `expect(times[1] - times[0]).…`. */
function isClockComparison(node: ts.CallExpression, times: readonly string[]): boolean {
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return false
  if (!/^toBe(Less|Greater)Than/.test(expression.name.text)) return false
  const text = node.getText()
  return (
    /\b(Date|performance)\.now\(\)/.test(text) ||
    times.some((name) => new RegExp(`\\b${name.replace('[', '\\[')}`).test(text))
  )
}
