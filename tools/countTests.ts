/** Counts the tests and assertions that sources declare, without running them. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** What the sources of one package declare. */
export type TestCounts = {
  files: number
  /** Cases; a table whose rows are known counts each of them, any other table counts as one. */
  tests: number
  /** Tables, and loops around tests, whose rows are only known at run time. */
  tables: number
  assertions: number
  /** Of each case, as it is written; one entry a row. */
  titles: string[]
}

/** Counts every test file below a folder, per package; Solidity apart from TypeScript. */
export function countTree(root: string): Map<string, TestCounts> {
  const counts = new Map<string, TestCounts>()
  for (const file of testFiles(root)) {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    const isSolidity = file.endsWith('.sol')
    const name = `${file.split('/')[0]}${isSolidity ? ' (Solidity)' : ''}`
    const found = isSolidity ? countSolidity(text) : countTypeScript(text)
    const sum = counts.get(name) ?? { files: 0, tests: 0, tables: 0, assertions: 0, titles: [] }
    counts.set(name, {
      files: sum.files + 1,
      tests: sum.tests + found.tests,
      tables: sum.tables + found.tables,
      assertions: sum.assertions + found.assertions,
      titles: [...sum.titles, ...found.titles],
    })
  }
  return new Map([...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Tests are calls of `test` and `it`, assertions calls of `expect` and of functions named `assert…`. */
export function countTypeScript(text: string): Omit<TestCounts, 'files'> {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const constants = readConstants(source)
  const counts = { tests: 0, tables: 0, assertions: 0, titles: [] as string[] }

  const visitParts = (node: ts.Node, factor: number): void => {
    ts.forEachChild(node, (child) => {
      visit(child, factor)
    })
  }
  const visit = (node: ts.Node, factor: number): void => {
    if (ts.isForOfStatement(node)) {
      repeat(node.statement, factor, lengthOf(node.expression, constants))
      return
    }
    const [name, ...modifiers] = ts.isCallExpression(node) ? nameOf(node.expression) : []
    if (isAssertion(name, modifiers)) counts.assertions += 1
    const isTest = name === 'test' || name === 'it'
    if (!ts.isCallExpression(node) || (!isTest && name !== 'describe')) {
      visitParts(node, factor)
      return
    }
    const table = tableOf(node.expression)
    const rows = table === undefined ? 1 : lengthOf(table, constants)
    if (!isTest) {
      for (const part of node.arguments) repeat(part, factor, rows)
      return
    }
    // The inner call of `test.each(rows)(name, run)` is read with the outer one.
    if (node.arguments.length < 2) return
    if (rows === undefined) counts.tables += 1
    counts.tests += factor * (rows ?? 1)
    const title = titleOf(node.arguments[0])
    for (let row = 0; row < factor * (rows ?? 1); row++) counts.titles.push(title)
    for (const part of node.arguments) visit(part, factor)
  }

  /** Visits what runs once a row. */
  function repeat(node: ts.Node, factor: number, rows: number | undefined): void {
    const before = counts.tests
    visit(node, factor * (rows ?? 1))
    if (rows === undefined && counts.tests > before) counts.tables += 1
  }

  visit(source, 1)
  return counts
}

/** Tests are functions named `test…` and `invariant…`, assertions calls of `assert…` and `expect…`. */
export function countSolidity(text: string): Omit<TestCounts, 'files'> {
  const code = text.replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  const titles = [...code.matchAll(/\bfunction\s+((?:test|invariant)\w*)\s*\(/g)].map(([, name]) => name as string)
  const declared = [...code.matchAll(/\bfunction\s+_?(?:assert|expect)\w*\s*\(/g)].length
  const called = [...code.matchAll(/\b_?(?:assert|expect)\w*\s*\(/g)].length
  return { tests: titles.length, tables: 0, assertions: called - declared, titles }
}

/** Titles of the first tree that the second has fewer of. */
export function missingTitles(
  before: ReadonlyMap<string, TestCounts>,
  after: ReadonlyMap<string, TestCounts>,
): string[] {
  const left = new Map<string, number>()
  for (const { titles } of after.values()) for (const title of titles) left.set(title, (left.get(title) ?? 0) + 1)
  return [...before].flatMap(([name, { titles }]) =>
    titles.flatMap((title) => {
      const count = left.get(title) ?? 0
      left.set(title, count - 1)
      return count > 0 ? [] : [`${name}: ${title}`]
    }),
  )
}

/** Test files, and the helpers that tests share, which hold assertions too. */
function testFiles(root: string): string[] {
  const found: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'out', 'cache', 'lib'].includes(entry.name) && !entry.name.startsWith('.'))
          walk(path)
      } else if (/\.(test|fuzz|test-d)\.tsx?$|^testkit\/.*\.ts$|^[^/]+\/test\/.*\.(ts|sol)$/.test(path))
        found.push(path)
    }
  }
  walk('')
  return found.sort()
}

/** `expect.poll(f)` → `['expect', 'poll']`; `test.each(rows)` → `['test', 'each']`. */
function nameOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...nameOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) {
    const name = nameOf(node.expression)
    return name[0] === 'test' || name[0] === 'it' || name[0] === 'describe' ? name : []
  }
  if (ts.isTaggedTemplateExpression(node)) return nameOf(node.tag)
  return []
}

function isAssertion(name: string | undefined, [modifier]: readonly string[]): boolean {
  if (name === 'expect') return modifier === undefined || modifier === 'poll' || modifier === 'soft'
  return name === 'expectTypeOf' ? modifier === undefined : (name?.startsWith('assert') ?? false)
}

/** The rows of `test.each(rows)(…)` and of similar calls, given the callee. */
function tableOf(callee: ts.Expression): ts.Expression | undefined {
  if (ts.isTaggedTemplateExpression(callee)) return callee
  if (!ts.isCallExpression(callee)) return undefined
  const modifier = nameOf(callee.expression).at(-1)
  return modifier === 'each' || modifier === 'for' ? callee.arguments[0] : undefined
}

/** Number of elements of a list, if the source shows it. */
function lengthOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): number | undefined {
  const inner = unwrap(node)
  if (ts.isArrayLiteralExpression(inner)) {
    const parts = inner.elements.map((one) => (ts.isSpreadElement(one) ? lengthOf(one.expression, constants) : 1))
    return parts.reduce<number | undefined>(
      (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
      0,
    )
  }
  if (ts.isIdentifier(inner)) {
    const known = constants.get(inner.text)
    return known === undefined ? undefined : lengthOf(known, new Map([...constants].filter(([, one]) => one !== known)))
  }
  if (ts.isCallExpression(inner)) {
    const [name, method] = nameOf(inner.expression)
    const [only] = inner.arguments
    if (name !== 'Object' || !['keys', 'values', 'entries'].includes(method ?? '') || only === undefined)
      return undefined
    const part = unwrap(only)
    const literal = ts.isIdentifier(part) ? unwrap(constants.get(part.text) ?? part) : part
    if (!ts.isObjectLiteralExpression(literal) || literal.properties.some(ts.isSpreadAssignment)) return undefined
    return literal.properties.length
  }
  if (ts.isTaggedTemplateExpression(inner) && ts.isTemplateExpression(inner.template)) {
    const columns = inner.template.head.text.split('|').length
    return inner.template.templateSpans.length / columns
  }
  return undefined
}

/** Every constant of the file by its name; of two with one name the later. */
function readConstants(source: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return constants
}

function unwrap(node: ts.Expression): ts.Expression {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return unwrap(node.expression)
  return node
}

function titleOf(node: ts.Expression | undefined): string {
  if (node === undefined) return ''
  return ts.isStringLiteralLike(node) ? node.text : node.getText()
}
