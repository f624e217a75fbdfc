/** The examples in guides and doc comments: finds them and compiles each as the module it would be. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'

/** One example, and its place. */
export type Example = {
  readonly file: string
  readonly line: number
  readonly code: string
  /** True for one that is marked `tsx`. */
  readonly isMarkup?: boolean
  /** True for a Markdown fence marked `ts run`: a complete program. */
  readonly runs: boolean
  /** What the source around a doc comment exports: an example may use it even when no entry point exports it. */
  readonly neighbours: readonly string[]
  /** True for one that must show its imports: nothing is imported for it. */
  readonly isComplete?: boolean
}

/** Every fence of a Markdown text that is marked `ts` or `tsx`. */
export function readFences(file: string, text: string): Example[] {
  const examples: Example[] = []
  const lines = text.split('\n')
  for (let start = 0; start < lines.length; start++) {
    const mark = /^```(\S*) ?(.*)$/.exec(lines[start] as string)
    if (!mark) continue
    const length = lines.slice(start + 1).indexOf('```')
    if (length < 0) throw new Error(`${file}:${start + 1} opens a fence that nothing closes`)
    const code = lines.slice(start + 1, start + 1 + length).join('\n')
    const found = { file, line: start + 2, code, runs: mark[2] === 'run', neighbours: [] }
    if (mark[1] === 'ts') examples.push(found)
    if (mark[1] === 'tsx') examples.push({ ...found, isMarkup: true })
    start += length + 1
  }
  return examples
}

/** Every `@example` of the doc comments in a source. */
export function readDocExamples(file: string, text: string): Example[] {
  const examples: Example[] = []
  const declared = text.matchAll(/^export (?:async )?(?:function|class|const|type) (\w+)/gm)
  const neighbours = Array.from(declared, ([, name = '']) => name)
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    for (const match of comment[0].matchAll(/@example[^\n]*\n((?:(?!\n[ \t]*\*[ \t]*@)[\s\S])*)/g)) {
      const line = text.slice(0, comment.index + match.index).split('\n').length + 1
      const code = (match[1] as string)
        .replace(/\s*\*\/$/, '')
        .split('\n')
        .map((row) => row.replace(/^[ \t]*\* ?/, ''))
        .filter((row) => !row.startsWith('```'))
      examples.push({ file, line, code: code.join('\n').trimEnd(), runs: false, neighbours })
    }
  }
  return examples
}

/**
 * Compiles the examples with the workspace's own settings.
 *
 * An example that imports something, or is marked as complete, is compiled unchanged. For any other the names it uses are
 * imported. Each may use what `prelude` declares.
 *
 * @param modules - Module specifiers with the names each exports, searched in this order.
 * @param prelude - Path of a declaration file.
 * @returns One line per error, with the place of the example; empty when all compile.
 */
export function compileExamples(
  root: string,
  examples: readonly Example[],
  modules: ReadonlyMap<string, readonly string[]>,
  prelude: string,
): string[] {
  mkdirSync(`${root}/node_modules/.cache`, { recursive: true })
  const folder = mkdtempSync(`${root}/node_modules/.cache/examples-`)
  try {
    for (const [index, example] of examples.entries())
      writeFileSync(`${folder}/${nameOf(example, index)}`, toModule(example, modules))
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
    const config = {
      extends: `${root}/tsconfig.json`,
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        // Imports are added for types and values alike.
        verbatimModuleSyntax: false,
        isolatedModules: false,
        jsx: 'react-jsx',
      },
      files: [...examples.map(nameOf), `${root}/${prelude}`],
      include: [],
    }
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
    const compiler = `${root}/node_modules/typescript-7/bin/tsc`
    const { stdout, stderr, error } = spawnSync(compiler, ['-p', '.', '--pretty', 'false', '--checkers', '1'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (error || stderr !== '') throw new Error(`The compiler could not run: ${error?.message ?? stderr}`)
    return readProblems(stdout).flatMap(({ file, row, message }) => {
      const example = examples[Number.parseInt(file, 10)]
      if (example) return [`${example.file}:${example.line + Math.max(row - 2, 0)} ${message}`]
      // Of these files alone: the sources that they lead to are compiled elsewhere.
      return file.endsWith(prelude) ? [`${prelude} ${message}`] : []
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function nameOf({ isMarkup }: Example, index: number): string {
  return `${index}.${isMarkup ? 'tsx' : 'ts'}`
}

/** What the compiler prints: a row for each problem, and indented ones that explain it. */
function readProblems(output: string): { file: string; row: number; message: string }[] {
  const problems: { file: string; row: number; message: string }[] = []
  for (const line of output.split('\n').filter((text) => text !== '')) {
    const [, file, row, message] = /^(.+)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? []
    const last = problems.at(-1)
    if (file !== undefined && message !== undefined) problems.push({ file, row: Number(row), message })
    else if (last !== undefined && line.startsWith(' ')) last.message += ` ${line.trim()}`
    else throw new Error(`The compiler printed an unexpected line: ${line}`)
  }
  return problems
}

/** The example under one line of imports, so that line numbers stay off by exactly one. */
function toModule(
  { code, file, neighbours, isComplete }: Example,
  modules: ReadonlyMap<string, readonly string[]>,
): string {
  if (isComplete === true || /^import /m.test(code)) return `export {}\n${code}`
  const used = new Set(code.match(/[A-Za-z_$][\w$]*/g))
  for (const [, name = ''] of code.matchAll(/\b(?:const|let|function|class|type) +([\w$]+)/g)) used.delete(name)
  for (const [, names = ''] of code.matchAll(/\b(?:const|let) +[{[]([^}\]]*)[}\]] *=/g))
    for (const part of names.split(',')) used.delete(part.split(':').at(-1)?.trim() ?? '')
  const own = [`../../../${file.replace(/\.ts$/, '.js')}`, neighbours] as const
  const imports = [...modules, own].map(([module, exported]) => {
    const wanted = exported.filter((name) => used.delete(name))
    return wanted.length > 0 ? `import { ${wanted.join(', ')} } from '${module}';` : ''
  })
  return `${imports.join(' ')} export {}\n${code}`
}
