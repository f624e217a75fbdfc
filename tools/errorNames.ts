/** Finds sources that decide by the class name of an error, where `effect`, `retry`, `advice` and `code` say it in data. */
import ts from 'typescript'

/**
 * Looks for three kinds of places:
 *
 * - the name of an error class as text, wherever it is a value that something can be compared with: an operand, a `case`, a
 *   member of a list. To make an error is not a decision: what `new` and `super` are given and what `name` is set to do not count;
 * - the `name` of what was thrown as the key of a table, in a regular expression or in a comparison;
 * - `constructor.name`.
 *
 * @returns One sentence a place, with file and line.
 */
export function findErrorNames(file: string, text: string): string[] {
  if (!/(Error|Exception)['"`]|\.name\b/.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node, what: string) =>
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${what}`)
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && className.test(node.text) && isCompared(node))
      report(node, `decides by the class name ${node.text}`)
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'name') {
      if (/\bconstructor$/.test(node.expression.getText(source))) report(node, 'reads constructor.name')
      else if (thrown.test(node.expression.getText(source)) && isQuestion(node))
        report(node, `decides by ${node.getText(source)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const className = /^[A-Z]\w*(Error|Exception)$/
/** What sources call a thrown value. */
const thrown = /(^|\.)(\w*(error|cause|failure|exception)|reason|thrown)$/i

/** False where an error is made or described: nothing is asked of one. */
function isCompared(node: ts.Node): boolean {
  for (let { parent } = node; parent !== undefined; node = parent, parent = parent.parent) {
    if (ts.isTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false
    if (ts.isNewExpression(parent)) return isCollection(parent)
    if (ts.isCallExpression(parent)) return parent.expression.kind !== ts.SyntaxKind.SuperKeyword
    if (ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent))
      return parent.name.getText() !== 'name' && parent.initializer === node
    if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken
    if (ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent)) return true
    if (ts.isStatement(parent)) return true
  }
  return true
}

const isCollection = ({ expression }: ts.NewExpression) => /^(Set|Map)$/.test(expression.getText())

/** Whether an answer depends on the value: it is compared, searched or looked up. */
function isQuestion(node: ts.PropertyAccessExpression): boolean {
  const { parent } = node
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node
  if (ts.isSwitchStatement(parent)) return true
  if (ts.isPropertyAccessExpression(parent))
    return /^(startsWith|endsWith|includes|match|search)$/.test(parent.name.text)
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return /^(includes|has|get|test|exec)$/.test(parent.expression.name.text)
  return ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind)
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])
