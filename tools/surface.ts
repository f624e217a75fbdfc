/** What a package exports, types included, read by the compiler from its entry points. */
import ts from 'typescript'

/** One exported name. */
export type ExportedName = {
  readonly name: string
  readonly kind: 'value' | 'type'
  /** Path and line of the declaration, to tell two things of one name apart. */
  readonly declaredAt: string
  readonly isDocumented: boolean
}

/** The exports of each entry point, sorted by name. */
export function readSurfaces(root: string, entries: readonly string[]): Map<string, ExportedName[]> {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const paths = entries.map((entry) => `${root}/${entry}`)
  const program = ts.createProgram(paths, options)
  const checker = program.getTypeChecker()

  return new Map(
    entries.map((entry, index) => {
      const source = program.getSourceFile(paths[index] as string)
      const symbol = source && checker.getSymbolAtLocation(source)
      if (!source || !symbol) throw new Error(`${entry} is not a module`)
      const names = checker.getExportsOfModule(symbol).map((exported) => describe(exported, checker, root))
      return [entry, names.sort((a, b) => (a.name < b.name ? -1 : 1))]
    }),
  )
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker, root: string): ExportedName {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.declarations?.[0]
  if (!declaration) throw new Error(`${exported.name} is exported but declared nowhere`)
  const source = declaration.getSourceFile()
  return {
    name: exported.name,
    kind: symbol.flags & ts.SymbolFlags.Value ? 'value' : 'type',
    declaredAt: `${source.fileName.slice(root.length).replace(/^\//, '')}:${source.getLineAndCharacterOfPosition(declaration.getStart()).line + 1}`,
    isDocumented: symbol.getDocumentationComment(checker).length > 0,
  }
}
