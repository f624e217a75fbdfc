import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { folderOfRun } from '@holdfast/testkit/buildOnce'
import { build } from 'esbuild'

/**
 * Bundles the command line into one function, which evaluates all of our modules again at each call, so that commands share no
 * variables. It is compiled once for the test files of a worker; third-party packages are loaded once.
 */
export function loadCommands(): Promise<() => typeof import('./runOnDevnet.js')> {
  loading ??= bundle()
  return loading
}

let loading: ReturnType<typeof bundle> | undefined

async function bundle() {
  const others = new Set<string>()
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('runOnDevnet.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['@holdfast/source'],
    define: { 'import.meta.url': 'urlOfBundle' },
    // `import()` of a third-party package becomes `require` as well.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
    plugins: [
      {
        name: 'others stay outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path }) => {
            if (path.startsWith('@holdfast/')) return undefined
            others.add(path)
            return { path, external: true }
          })
        },
      },
    ],
  })
  const names = [...others]
  const packages = await importAll(names)
  const require = (name: string) => packages[names.indexOf(name)]
  const filename = join(folderOfRun(), 'runCli.cjs')
  const evaluate = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'urlOfBundle'], { filename })
  return () => {
    const module = { exports: {} }
    evaluate(require, module, pathToFileURL(filename).href)
    // The bundle has the exports of its entry point.
    return module.exports as typeof import('./runOnDevnet.js')
  }
}

/** Imports modules as the built command line does, from the same folder. */
async function importAll(names: readonly string[]): Promise<readonly unknown[]> {
  const file = join(folderOfRun(), `others-${process.pid}.mjs`)
  writeFileSync(file, names.map((name, place) => `export * as _${place} from '${name}'`).join('\n'))
  const all = (await import(pathToFileURL(file).href)) as Record<string, Record<string, unknown>>
  // Node puts the exports of a CommonJS module under this name.
  return names.map((_, place) => all[`_${place}`]?.['module.exports'] ?? all[`_${place}`])
}
