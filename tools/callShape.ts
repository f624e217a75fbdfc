/**
 * The one order of parameters, `(context, clients, parameters, options)`: first what a layer hands on everywhere, then who is
 * asked, then what is wanted, last the settings that have defaults. `callShape.test.ts` names the folders that follow it.
 */
import ts from 'typescript'

/** One sentence per exported function of a file whose parameters are in another order. */
export function findCallShapes(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return []
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    const ranks = statement.parameters.map(rankOf)
    const at = ranks.findIndex((rank, place) => place > 0 && rank < (ranks[place - 1] ?? rank))
    if (at < 0) return []
    const line = source.getLineAndCharacterOfPosition(statement.name.getStart(source)).line + 1
    const { name } = statement.parameters[at] ?? statement
    return [`${file}:${line} ${statement.name.text} takes ${name?.getText(source)} too late`]
  })
}

/** The place of a parameter in the order, by its type; one that can be left out is an option. */
function rankOf({ type, questionToken, initializer }: ts.ParameterDeclaration): number {
  const text = type?.getText() ?? ''
  if (/^(Pick<|Omit<)?(Config|Context|\w+Parts)\b(?!\.)/.test(text)) return 0
  if (/^(Pick<)?(\w*Clients?|ClientPair|TransferReader|OpenWallet)\b/.test(text)) return 1
  if (questionToken || initializer || /^(Pick<|Omit<)?(\w+\.)?\w*Options\b/.test(text)) return 3
  return 2
}
