/**
 * Which module may import which: the rules as data, and a checker over parsed sources. `imports.test.ts` checks the
 * repository with it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'

/** One place where a file names another module. */
export type Import = {
  /** What is written between the quotes; undefined where the module is computed at run time. */
  readonly specifier: string | undefined
  readonly kind: 'static' | 'type' | 'dynamic' | 'reexport'
  readonly line: number
}

/** A workspace package, with the facts that the rules need. */
export type Package = {
  readonly folder: string
  readonly name: string
  /** Source files that `exports` in package.json names: the only ones that may re-export. */
  readonly entries: readonly string[]
}

/** Sources by path from the repository's root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** What the sources of each package may import of ours. Tests may use `devnet` and `testkit` from anywhere. */
export const PACKAGE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  sdk: ['contracts'],
  service: ['sdk', 'contracts'],
  devnet: ['contracts'],
  guard: ['sdk', 'contracts'],
  react: ['sdk'],
  web: ['react', 'sdk'],
  cli: ['sdk', 'guard', 'contracts', 'devnet', 'service', 'web'],
  testkit: ['contracts', 'sdk', 'service', 'devnet', 'guard', 'react', 'web', 'cli'],
}

/**
 * Per package and folder of its `src`: the folders of the same package that it may import. `.` is the files directly
 * in `src`. A row may name a deeper folder (`relay/queue`) or a file, which then no longer counts as part of the folder
 * above it.
 */
export type FolderArrows = Readonly<Record<string, FolderTable>>

/** By folder, in the order in which the rows are written. */
type FolderTable = Readonly<Record<string, readonly string[] | 'all rows above'>>

/** The order of folders inside each package, lowest first. */
export const FOLDER_ARROWS: FolderArrows = {
  contracts: { generated: [], '.': ['generated'] },
  sdk: {
    curve: [],
    hash: [],
    errors: [],
    chain: ['errors'],
    wire: ['errors', 'chain'],
    words: ['errors', 'chain'],
    requests: ['errors', 'chain'],
    contacts: ['errors', 'chain'],
    risk: ['errors', 'chain', 'wire', 'hash'],
    transfer: ['errors', 'chain', 'wire', 'risk'],
    links: ['errors', 'chain', 'risk', 'transfer'],
    watch: ['errors', 'chain', 'risk', 'transfer'],
    history: ['errors', 'chain', 'wire', 'transfer'],
    bridge: ['errors', 'chain', 'wire', 'risk'],
    stealth: ['errors', 'chain', 'wire', 'curve', 'hash'],
    hub: ['errors', 'chain', 'wire', 'risk'],
    shield: ['errors', 'chain', 'wire', 'risk', 'stealth', 'hub', 'curve', 'hash'],
    service: ['errors', 'chain', 'wire', 'risk', 'transfer', 'shield', 'stealth'],
    plan: ['errors', 'chain', 'wire', 'risk', 'transfer', 'links', 'bridge', 'stealth', 'hub', 'shield'],
    decorators: 'all rows above',
    '.': 'all rows above',
  },
  devnet: {
    anvil: [],
    generated: [],
    http: [],
    model: [],
    faults: ['http'],
    chain: ['anvil', 'generated'],
    rpc: ['anvil', 'http', 'faults'],
    issuer: ['anvil', 'generated', 'http', 'faults', 'chain'],
    'issuer/predeploys.ts': ['anvil', 'chain', 'issuer'],
    'issuer/createIssuer.ts': ['anvil', 'faults', 'chain', 'issuer'],
    'primary/facts.ts': [],
    primary: 'all rows above',
    remote: ['anvil', 'generated', 'http', 'faults', 'chain', 'rpc', 'issuer/predeploys.ts'],
    '.': 'all rows above',
  },
  service: {
    config: [],
    telemetry: [],
    keys: ['config'],
    store: ['config', 'telemetry'],
    chains: ['config', 'telemetry'],
    'ServiceParts.ts': ['config', 'telemetry', 'keys', 'store', 'chains'],
    audit: ['config', 'telemetry', 'store', 'ServiceParts.ts'],
    opinion: ['config', 'telemetry', 'store', 'ServiceParts.ts'],
    indexes: ['config', 'telemetry', 'store', 'chains', 'ServiceParts.ts'],
    http: ['config', 'telemetry', 'keys', 'chains', 'ServiceParts.ts'],
    admission: ['config', 'telemetry', 'keys', 'store', 'ServiceParts.ts', 'audit'],
    retention: ['config', 'telemetry', 'store', 'ServiceParts.ts', 'audit', 'admission'],
    cosign: ['config', 'telemetry', 'keys', 'store', 'chains', 'ServiceParts.ts', 'audit'],
    sender: ['telemetry', 'keys', 'store', 'chains'],
    'relay/Outcome.ts': [],
    'relay/isBlocked.ts': ['chains'],
    relay: [
      'config',
      'telemetry',
      'keys',
      'store',
      'chains',
      'ServiceParts.ts',
      'audit',
      'admission',
      'sender',
      'relay/Outcome.ts',
      'relay/isBlocked.ts',
    ],
    keeper: ['config', 'telemetry', 'keys', 'store', 'chains', 'ServiceParts.ts', 'indexes', 'cosign', 'sender'],
    routes: [
      'config',
      'telemetry',
      'keys',
      'store',
      'chains',
      'ServiceParts.ts',
      'opinion',
      'indexes',
      'http',
      'admission',
      'cosign',
      'relay',
      'relay/Outcome.ts',
    ],
    commands: ['config', 'telemetry', 'keys', 'store', 'audit', 'sender'],
    boot: [
      'config',
      'telemetry',
      'keys',
      'store',
      'chains',
      'ServiceParts.ts',
      'audit',
      'opinion',
      'indexes',
      'http',
      'admission',
      'retention',
      'cosign',
      'relay',
      'keeper',
      'routes',
    ],
    '.': ['config', 'telemetry', 'opinion', 'http', 'commands', 'boot'],
  },
  guard: {
    decode: [],
    judge: ['decode'],
    wrap: ['decode', 'judge'],
    ethers: ['decode', 'judge', 'wrap'],
    wagmi: ['decode', 'judge', 'wrap'],
    x402: ['decode', 'judge', 'wrap'],
    '.': 'all rows above',
    rpc: ['decode', 'judge'],
  },
  react: { query: [], hooks: ['query'], '.': 'all rows above' },
  web: {
    network: [],
    'wallets/usePin.ts': [],
    'app/choices.ts': ['network'],
    'app/announce.ts': [],
    'journal/withFlowLock.ts': [],
    'journal/isWhole.ts': [],
    words: ['wallets/usePin.ts', 'journal/withFlowLock.ts', 'app/choices.ts'],
    journal: ['network', 'journal/isWhole.ts'],
    people: ['journal'],
    'app/theme.ts': ['app/choices.ts'],
    'app/page.ts': [],
    'app/useRelease.ts': ['app/page.ts'],
    parts: ['words', 'app/announce.ts', 'app/theme.ts', 'journal/isWhole.ts'],
    'app/useOnline.ts': [],
    wallets: ['words', 'parts', 'app/announce.ts', 'wallets/usePin.ts'],
    'app/hideCode.ts': [],
    payee: ['words', 'parts', 'app/hideCode.ts'],
    'app/withoutWasm.ts': [],
    stealth: ['app/withoutWasm.ts'],
    plan: [
      'words',
      'parts',
      'payee',
      'wallets',
      'wallets/usePin.ts',
      'journal',
      'journal/withFlowLock.ts',
      'app/announce.ts',
      'app/useOnline.ts',
    ],
    'app/Screen.tsx': [],
    'app/KeptContext.ts': [],
    screens: [
      'words',
      'parts',
      'payee',
      'stealth',
      'wallets',
      'wallets/usePin.ts',
      'plan',
      'journal',
      'journal/withFlowLock.ts',
      'journal/isWhole.ts',
      'people',
      'app/announce.ts',
      'app/useOnline.ts',
      'app/Screen.tsx',
      'app/hideCode.ts',
      'app/KeptContext.ts',
      'app/page.ts',
      'app/useRelease.ts',
      'network',
    ],
    app: 'all rows above',
    gallery: 'all rows above',
    '.': 'all rows above',
  },
  cli: {
    failure: [],
    io: ['failure'],
    input: ['failure'],
    settings: ['failure', 'io'],
    journal: ['failure'],
    command: ['failure', 'io', 'settings', 'journal'],
    chain: ['failure', 'settings', 'journal', 'command'],
    wallet: ['failure', 'io', 'input', 'settings', 'command'],
    risk: ['failure', 'io', 'input', 'settings', 'command'],
    plan: ['input', 'command', 'chain'],
    'commands/app': ['failure'],
    'commands/config': ['input', 'io', 'settings', 'command'],
    'commands/doctor': ['settings'],
    'commands/contacts': ['failure', 'input', 'command', 'wallet', 'risk'],
    'commands/guard': ['failure', 'io', 'input', 'settings', 'command', 'chain', 'risk'],
    'commands/pairs': ['failure', 'input', 'command', 'wallet', 'risk'],
    'commands/service': ['failure', 'input', 'settings', 'command', 'chain'],
    'commands/bridge': ['failure', 'io', 'input', 'settings', 'journal', 'command', 'chain', 'wallet', 'risk', 'plan'],
    'commands/hub': ['failure', 'io', 'input', 'command', 'chain', 'risk', 'plan', 'commands/bridge'],
    'commands/terms': ['failure', 'input', 'command', 'plan'],
    'commands/transfer': [
      'failure',
      'io',
      'input',
      'settings',
      'command',
      'chain',
      'wallet',
      'risk',
      'plan',
      'commands/service',
      'commands/terms',
    ],
    'commands/link': [
      'failure',
      'io',
      'input',
      'command',
      'chain',
      'wallet',
      'risk',
      'plan',
      'commands/service',
      'commands/terms',
      'commands/transfer',
    ],
    'commands/request': ['failure', 'input', 'settings', 'command', 'chain', 'commands/transfer', 'commands/link'],
    'commands/stealth': ['failure', 'io', 'input', 'command', 'chain', 'wallet', 'plan', 'commands/service'],
    'commands/cosign': ['failure', 'io', 'input', 'command', 'chain', 'wallet', 'commands/service', 'commands/stealth'],
    'commands/box': 'all rows above',
    'commands/vault': ['input', 'command', 'risk', 'plan', 'commands/box'],
    commands: 'all rows above',
    shell: 'all rows above',
    '.': 'all rows above',
  },
  testkit: { '.': [] },
}

/** Programs outside the packages that are built into one, which may name their files. */
const builtIn: Readonly<Record<string, string>> = { cli: 'examples/tour/' }
/** What the configurations of builds share. */
const buildTools = 'tools/node/'

/** Packages whose sources also run where there is no Node. */
const portable = ['contracts', 'sdk', 'guard', 'react', 'web']

/**
 * Checks every import of every source.
 *
 * @returns One sentence per broken rule, with file and line; empty when all imports are allowed.
 */
export function checkImports(
  sources: Sources,
  packages: readonly Package[],
  folderArrows: FolderArrows = FOLDER_ARROWS,
): string[] {
  const problems = Object.entries(folderArrows).flatMap(([name, table]) =>
    findCircles(expand(table)).map((circle) => `circle of folders in ${name}: ${circle.join(' → ')}`),
  )
  const graph = new Map<string, string[]>()

  for (const [file, text] of sources) {
    const targets: string[] = []
    graph.set(file, targets)
    const own = folderOf(file, packages, folderArrows)
    if (own && !own.arrows && isPackageSource(file, packages))
      problems.push(`${file} is in the folder ${own.folder}, which has no row in the table of folders`)
    for (const found of readImports(file, text)) {
      const at = `${file}:${found.line}`
      if (found.specifier === undefined) {
        if (isPackageSource(file, packages)) problems.push(`${at} computes the name of the module it imports`)
        continue
      }
      const target = resolveImport(file, found.specifier, sources, packages)
      if (target !== undefined) targets.push(target)
      for (const problem of judge(file, found, target, packages, folderArrows)) problems.push(`${at} ${problem}`)
    }
  }
  const folders = findCircles(foldersOf(graph, packages, folderArrows))
  return [
    ...problems,
    ...findCircles(graph).map((circle) => `circle: ${circle.join(' → ')}`),
    ...folders.map((circle) => `circle of folders: ${circle.join(' → ')}`),
  ]
}

/**
 * Sources of a package that only tests import, directly or through each other: a double or a helper of tests, which belongs in
 * `testkit` or beside the test. What nothing imports is a program of its own, or found by knip.
 */
export function findTestDoubles(sources: Sources, packages: readonly Package[]): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, text] of sources)
    for (const { specifier } of readImports(file, text)) {
      const target = specifier === undefined ? undefined : resolveImport(file, specifier, sources, packages)
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  const ships = (file: string) => isPackageSource(file, packages) && !file.startsWith('testkit/')
  const isTest = (file: string) => /^testkit\/|^\w+\/test\/|\.(test|fuzz|bench|test-d)\.tsx?$/.test(file)
  const known = new Map<string, boolean>()
  const isForTests = (file: string): boolean => {
    if (isTest(file)) return true
    if (!ships(file) || packages.some(({ entries }) => entries.includes(file))) return false
    // Assumed until its importers are known. Circles are refused elsewhere.
    if (!known.has(file)) known.set(file, false)
    const all = importers.get(file) ?? []
    known.set(file, all.length > 0 && all.every((one) => known.get(one) ?? isForTests(one)))
    return known.get(file) === true
  }
  return [...sources.keys()].filter((file) => ships(file) && isForTests(file)).sort()
}

/**
 * Which folder of a package's sources imports from which, at any depth. The `internal` of a folder counts as part of it, a file
 * with a row of its own counts as a folder, and entry points do not count.
 */
function foldersOf(
  graph: ReadonlyMap<string, readonly string[]>,
  packages: readonly Package[],
  folderArrows: FolderArrows,
): Map<string, string[]> {
  const isEntry = (file: string) => packages.some(({ entries }) => entries.includes(file))
  const counts = (file: string) => isPackageSource(file, packages) && !isEntry(file)
  const rows = Object.entries(folderArrows).flatMap(([name, table]) =>
    Object.keys(table).map((row) => `${name}/src/${row}`),
  )
  const files = new Set(rows)
  const nameOf = (file: string) => (files.has(file) ? file : posix.dirname(file).replace(/\/internal(\/.*)?$/, ''))
  const folders = new Map<string, string[]>()
  for (const [file, targets] of graph) {
    if (!counts(file)) continue
    const from = nameOf(file)
    const others = targets
      .filter((to) => counts(to) && packageOf(to, packages) === packageOf(file, packages))
      .map(nameOf)
    folders.set(from, [...(folders.get(from) ?? []), ...others.filter((to) => to !== from)])
  }
  return folders
}

/** A cache by file extension and text, since several tests of a run read all files of the repository. */
const known = new Map<string, readonly Import[]>()

/** Every import of a file: static, type, dynamic (also in a type position), re-export, `import x = require()`. */
export function readImports(file: string, text: string): readonly Import[] {
  const key = `${posix.extname(file)} ${text}`
  const found = known.get(key) ?? findImports(file, text)
  known.set(key, found)
  return found
}

function findImports(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  const found: Import[] = []
  const add = (node: ts.Node, module: ts.Node | undefined, kind: Import['kind']) => {
    const specifier = module !== undefined && ts.isStringLiteralLike(module) ? module.text : undefined
    found.push({ specifier, kind, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      add(node, node.moduleSpecifier, isType ? 'type' : 'static')
    } else if (ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier) add(node, node.moduleSpecifier, 'reexport')
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type')
    } else if (ts.isExternalModuleReference(node)) {
      add(node, node.expression, 'static')
    } else if (ts.isCallExpression(node)) {
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require'
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire) add(node, node.arguments[0], 'dynamic')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The workspace's packages, read from their manifests. */
export function readPackages(root: string): Package[] {
  const { workspaces } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { workspaces: string[] }
  return workspaces.map((folder) => {
    const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    const entries = Object.values<string | { '@holdfast/source'?: string }>(manifest.exports ?? {}).flatMap((entry) =>
      typeof entry === 'object' && entry['@holdfast/source'] ? [posix.join(folder, entry['@holdfast/source'])] : [],
    )
    return { folder, name: manifest.name, entries }
  })
}

/** Every TypeScript source below the given folders. */
export function readSources(root: string, folders: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'out', 'cache'].includes(entry.name)) walk(path)
      } else if (/\.[cm]?tsx?$/.test(entry.name)) sources.set(path, readFileSync(`${root}/${path}`, 'utf8'))
    }
  }
  for (const folder of folders) walk(folder)
  return sources
}

/** Every circle of the graph, each reported once, starting at its first file in alphabetical order. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles = new Map<string, string[]>()
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): void => {
    const start = path.indexOf(node)
    if (start >= 0) {
      const circle = path.slice(start)
      const first = circle.indexOf([...circle].sort()[0] as string)
      const turned = [...circle.slice(first), ...circle.slice(0, first)]
      circles.set(turned.join(), [...turned, turned[0] as string])
      return
    }
    if (done.has(node)) return
    path.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return [...circles.values()]
}

function* judge(
  file: string,
  found: Import,
  target: string | undefined,
  packages: readonly Package[],
  folderArrows: FolderArrows,
) {
  const specifier = found.specifier as string
  const isSource = isPackageSource(file, packages)
  const from = packageOf(file, packages)
  const name = from?.folder ?? ''

  const runsAnywhere = portable.includes(name) && !file.startsWith('guard/src/rpc/')
  if (isSource && runsAnywhere && isBuiltin(specifier)) yield `imports the Node module ${specifier}`
  if (from && isRelative(specifier)) {
    const path = posix.join(posix.dirname(file), specifier)
    const isBuiltIn = path.startsWith(builtIn[name] ?? `${from.folder}/`)
    const isBuildTool = posix.basename(file) === 'tsdown.config.ts' && path.startsWith(buildTools)
    if (!path.startsWith(`${from.folder}/`) && !isBuiltIn && !isBuildTool)
      yield `reaches out of its package with ${specifier}; import it by name`
  }

  const to = target === undefined ? undefined : packageOf(target, packages)
  if (from && to && from !== to) {
    const allowed = PACKAGE_ARROWS[name] ?? []
    const isTestHelp = !isSource && ['devnet', 'testkit'].includes(to.folder)
    if (!allowed.includes(to.folder) && !isTestHelp) yield `imports ${to.name}, which ${name} may not`
  }

  const isEntry = packages.some((one) => one.entries.includes(file))
  if (found.kind === 'reexport' && from && isSource && !isEntry)
    yield `re-exports ${specifier}; only an entry point may`
  if (isEntry && found.kind !== 'reexport') yield `imports ${specifier}; an entry point only re-exports`
  if (target !== undefined && from === to && !isEntry && isSource && to?.entries.includes(target))
    yield `imports the entry point ${specifier}; name the real file`

  if (target === undefined || from !== to) return
  const own = folderOf(file, packages, folderArrows)
  const other = folderOf(target, packages, folderArrows)
  if (isSource && own?.arrows && other && other.folder !== own.folder && !own.arrows.includes(other.folder))
    yield `imports the folder ${other.folder}, which ${own.folder} may not`
  const inside = /^(.*)\/internal\//.exec(target)?.[1]
  if (inside !== undefined && !file.startsWith(`${inside}/`))
    yield `imports ${specifier}, which is internal to ${inside}`
}

/** The path a specifier stands for, when it is a source of ours. */
export function resolveImport(
  file: string,
  specifier: string,
  sources: Sources,
  packages: readonly Package[],
): string | undefined {
  if (isRelative(specifier)) {
    const path = posix.join(posix.dirname(file), specifier)
    const candidates = [
      path,
      path.replace(/\.js$/, '.ts'),
      path.replace(/\.js$/, '.tsx'),
      path.replace(/\.mjs$/, '.mts'),
    ]
    return candidates.find((candidate) => sources.has(candidate))
  }
  const to = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (to === undefined) return undefined
  const subpath = specifier.slice(to.name.length + 1)
  const wanted = posix.join(to.folder, 'src', subpath, 'index.ts')
  return to.entries.find((entry) => entry === wanted) ?? `${to.folder}/package.json`
}

/** True for files that ship: in `src`, and not a test. */
function isPackageSource(file: string, packages: readonly Package[]): boolean {
  const from = packageOf(file, packages)
  return from !== undefined && file.startsWith(`${from.folder}/src/`) && !/\.(test|fuzz|bench|test-d)\.tsx?$/.test(file)
}

function packageOf(file: string, packages: readonly Package[]): Package | undefined {
  return packages.find(({ folder }) => file.startsWith(`${folder}/`))
}

/**
 * The folder of `src` that a file counts to and its row, where the file's package has a table: the file itself or the
 * deepest folder that the table names, else the first level, without a row.
 */
function folderOf(file: string, packages: readonly Package[], folderArrows: FolderArrows) {
  const from = packageOf(file, packages)
  const table = from && folderArrows[from.folder]
  if (!table || !file.startsWith(`${from.folder}/src/`)) return undefined
  const rows = expand(table)
  const path = file.split('/').slice(2)
  if (rows.has(path.join('/'))) return { folder: path.join('/'), arrows: rows.get(path.join('/')) }
  const names = path.slice(0, -1)
  for (let depth = names.length; depth > 1; depth--) {
    const folder = names.slice(0, depth).join('/')
    if (rows.has(folder)) return { folder, arrows: rows.get(folder) }
  }
  const folder = names[0] ?? '.'
  return { folder, arrows: rows.get(folder) }
}

/** The table with each row written out. */
function expand(table: FolderTable): ReadonlyMap<string, readonly string[]> {
  const folders = Object.keys(table)
  return new Map(
    Object.entries(table).map(([folder, row], at) => [folder, row === 'all rows above' ? folders.slice(0, at) : row]),
  )
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../')
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] as string)
}
