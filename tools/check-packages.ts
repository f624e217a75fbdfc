/**
 * Judges every publishable package as its users will get it: packs it, lints its manifest (publint) and its types (attw),
 * and imports what runs outside the workspace's own Node on the oldest Node it promises. Needs a build.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
let failed = false

for (const folder of workspaces as string[]) {
  const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
  if (manifest.private) continue
  const code = Object.entries<string | object>(manifest.exports).filter(([, target]) => typeof target === 'object')

  run('publint', ['run', folder, '--strict'])
  if (code.length === 0) {
    // Nothing to import, only programs to run.
    for (const program of Object.values<string>(manifest.bin))
      run(machineNode(manifest.engines.node), [`${root}/${folder}/${program}`, '--help'])
    continue
  }
  run('attw', [
    '--pack',
    folder,
    '--profile',
    'esm-only',
    '--no-emoji',
    '--no-summary',
    '--format',
    'table-flipped',
    '--entrypoints',
    ...code.map(([path]) => path),
  ])
  const imports = code.map(([path]) => `await import('${manifest.name}${path.slice(1)}')`)
  run(machineNode(manifest.engines.node), ['--input-type=module', '--eval', imports.join('\n')])
}
process.exitCode = failed ? 1 : 0

function run(program: string, args: readonly string[]): void {
  console.log(`\n> ${program} ${args.join(' ').replaceAll('\n', '; ')}`)
  if (spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0) failed = true
}

/** The Node that the machine brings, where the package promises to run on it; else the workspace's. */
function machineNode(engines: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const found = spawnSync('node', ['--print', 'process.execPath + " " + process.versions.node'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: folders.join(delimiter) },
  })
  const [path, version = '0'] = (found.stdout ?? '').trim().split(' ')
  const oldest = Number.parseInt(/\d+/.exec(engines)?.[0] ?? '0', 10)
  return path && Number.parseInt(version, 10) >= oldest ? path : process.execPath
}
