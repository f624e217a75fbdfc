/**
 * Rules of style that neither the formatter nor the linter has. `codeStyle.test.ts` names the folders that follow them.
 */
import ts from 'typescript'

/** One sentence per place where an object literal is spread, in code, comments and examples. */
export function findLiteralSpreads(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\.\.\.\{/.test(line) ? [`${file}:${index + 1} spreads an object literal; write its properties`] : [],
    )
}

/** One sentence per constant in upper case that only its module uses. */
export function findShoutedConstants(file: string, text: string): string[] {
  const source = parse(file, text)
  const exported = new Set<string>()
  const found: ts.Identifier[] = []
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      for (const { name, propertyName } of statement.exportClause.elements) exported.add((propertyName ?? name).text)
    if (!ts.isVariableStatement(statement)) continue
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue
    for (const { name } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name.text)) found.push(name)
  }
  return found
    .filter(({ text }) => !exported.has(text))
    .map((name) => `${file}:${lineOf(source, name) + 1} ${name.text} is private to its module; write it in camelCase`)
}

/**
 * One sentence per cast without a line comment on its line, or directly above it or anything that it is in, up to its statement.
 * `as const` does not count. Of elements that arithmetic reads (`bytes[at] as number`), one comment in the file that names
 * `as number` gives the reason for all.
 */
export function findBareCasts(file: string, text: string): string[] {
  const source = parse(file, text)
  const lines = text.split('\n')
  const found: string[] = []
  const hasElementReason = lines.some((one) => /^\s*(\/\/|\*) .*`as number`: /.test(one))
  const isElement = ({ expression, type }: ts.AsExpression) =>
    ts.isElementAccessExpression(expression) && type.kind === ts.SyntaxKind.NumberKeyword
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) {
      const line = lineOf(source, node.type)
      const hasReason =
        /\/\/ /.test(lines[line] ?? '') || isComment(lines[line - 1]) || hasCommentAbove(source, node, lines)
      if (!hasReason && !(hasElementReason && isElement(node)))
        found.push(`${file}:${line + 1} casts to ${node.type.getText(source)} without a reason beside it`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Whether a line comment is directly above a node, or above one that it is in and that is not outside of its statement. */
function hasCommentAbove(source: ts.SourceFile, node: ts.Node, lines: readonly string[]): boolean {
  for (let one = node; !ts.isBlock(one) && !ts.isSourceFile(one) && !ts.isClassLike(one); one = one.parent)
    if (isComment(lines[lineOf(source, one) - 1])) return true
  return false
}

/** Whether a line has a comment alone, or after the `?` or `:` of a choice. */
const isComment = (line = '') => /^\s*[?:]?\s*\/\/ /.test(line)

/**
 * One sentence per replaceable `fetch`, clock or source of randomness under another name than `fetchFn`, `now`, `elapsed` and
 * `random`: as a parameter, or as a property that can be left out. Private fields have names of their own.
 *
 * @param names - The other names that this file may use.
 */
export function findInjections(file: string, text: string, names: readonly string[] = []): string[] {
  const source = parse(file, text)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isParameter(node) || ts.isPropertySignature(node)) && node.type && ts.isIdentifier(node.name)) {
      const type = node.type.getText(source).replace(/ \| undefined$/, '')
      const canBeLeftOut = node.questionToken !== undefined || (ts.isParameter(node) && node.initializer !== undefined)
      const known = isFetch(type)
        ? ['fetchFn']
        : canBeLeftOut && isClock(type)
          ? ['now', 'elapsed', 'random']
          : undefined
      const { text: name } = node.name
      if (known && ![...known, ...names].includes(name))
        found.push(`${file}:${lineOf(source, node) + 1} ${name} is ${type}; call it ${known.join(' or ')}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isFetch = (type: string) => /^typeof (globalThis\.)?fetch$/.test(type)
const isClock = (type: string) => /^\(?\(\) => (number|Date)\)?$/.test(type)

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line
}
