/** Finds tests that depend on how fast the machine is: fixed sleeps, and comparisons with the clock on the wall. */
import ts from 'typescript'

/**
 * Looks for two kinds of places in a test file:
 *
 * - a timer that a test, a hook or a helper at the top level awaits, outside of a loop that waits for a condition;
 * - a time from `Date.now()` or `performance.now()` that `expect` compares as larger or smaller.
 *
 * A fake that answers late does not count: its timer is part of the test.
 *
 * @returns One sentence a place, with file and line.
 */
export function findWaits(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const timers = promiseTimers(source)
  const problems: string[] = []
  const report = (node: ts.Node, what: string) =>
    problems.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${what}`)
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && holdsTimer(node.expression, timers) && isFlow(node))
      report(node, 'sleeps for a fixed time; wait for a condition')
    if (ts.isCallExpression(node) && isClockComparison(node))
      report(node, 'compares with the clock on the wall; compare what happened')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
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

/** True where a test waits itself: not in a loop until something is so, and not inside of a fake that it makes. */
function isFlow(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isWhileStatement(at) || ts.isDoStatement(at)) return false
    if (ts.isForStatement(at) && at.initializer === undefined) return false
    if (ts.isFunctionDeclaration(at)) return ts.isSourceFile(at.parent)
    if (ts.isArrowFunction(at) || ts.isFunctionExpression(at)) return isTestCallback(at) || isTopLevelConstant(at)
  }
  return true
}

function isTestCallback({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent)) return false
  return /^(test|it|before(All|Each)|after(All|Each))\b/.test(parent.expression.getText())
}

function isTopLevelConstant({ parent }: ts.Node): boolean {
  return ts.isVariableDeclaration(parent) && ts.isSourceFile(parent.parent.parent.parent)
}

/** True for `expect(Date.now() - began).…` and `expect(…).toBeLessThan(performance.now() …)`. */
function isClockComparison(node: ts.CallExpression): boolean {
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return false
  if (!/^toBe(Less|Greater)Than/.test(expression.name.text)) return false
  return /\b(Date|performance)\.now\(\)/.test(node.getText())
}
