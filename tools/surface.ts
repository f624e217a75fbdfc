/** What a package exports, types included, read by the compiler from its entry points. */
import ts from 'typescript'

/** The exports of one entry point, sorted by name, and the checker that knows more about them. */
export type EntryPoint = {
  readonly exported: readonly { readonly name: string; readonly symbol: ts.Symbol }[]
  readonly checker: ts.TypeChecker
}

/** One exported name. */
export type ExportedName = {
  readonly name: string
  readonly kind: 'value' | 'type'
  /** Path and line of the declaration, to distinguish two declarations of one name. */
  readonly declaredAt: string
  readonly isDocumented: boolean
}

/** Compiles the entry points, paths from the root, and resolves what each exports to its declaration. */
export function readEntryPoints(root: string, entries: readonly string[]): Map<string, EntryPoint> {
  const program = ts.createProgram(
    entries.map((entry) => `${root}/${entry}`),
    readOptions(root),
  )
  const checker = program.getTypeChecker()
  return new Map(
    entries.map((entry) => {
      const source = program.getSourceFile(`${root}/${entry}`)
      const module = source && checker.getSymbolAtLocation(source)
      if (!module) throw new Error(`${entry} is not a module`)
      const exported = checker.getExportsOfModule(module).map((one) => ({
        name: one.name,
        symbol: one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
      }))
      return [entry, { checker, exported: exported.sort((a, b) => (a.name < b.name ? -1 : 1)) }]
    }),
  )
}

/** The exports of each entry point in a form that can be compared. */
export function readSurfaces(root: string, entries: readonly string[]): Map<string, ExportedName[]> {
  return new Map(
    [...readEntryPoints(root, entries)].map(([entry, { exported, checker }]) => [
      entry,
      exported.map(({ name, symbol }) => {
        const declaration = symbol.declarations?.[0]
        if (!declaration) throw new Error(`${name} is exported by ${entry}, but declared nowhere`)
        const source = declaration.getSourceFile()
        const line = source.getLineAndCharacterOfPosition(declaration.getStart()).line + 1
        return {
          name,
          kind: symbol.flags & ts.SymbolFlags.Value ? 'value' : 'type',
          declaredAt: `${source.fileName.slice(root.length + 1)}:${line}`,
          isDocumented: symbol.getDocumentationComment(checker).length > 0,
        }
      }),
    ]),
  )
}

/** The workspace's compiler options. */
function readOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options
}
