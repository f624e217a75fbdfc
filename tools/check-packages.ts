/**
 * Checks every publishable package as its users get it: packs it, lints its manifest (publint) and its types (attw),
 * and imports the parts that run outside the workspace's own Node on the oldest supported Node. Then installs the
 * command line from the packed packages into an empty folder, and uses it there. Needs a build.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installPacked } from './installPacked.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { workspaces } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
/** What a user's `PATH` holds: nothing of the workspace. */
const userPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
let failed = false

const { folder: installed, remove } = installPacked(root, 'holdfast')
// npm has linked the programs of the workspace before anything was built.
run('npx', ['--no', '--', 'holdfast', '--version'])
run('npx', ['--no', '--', 'holdfast-devnet', '--help'])
try {
  // Waits for blocks most of the time.
  const touring = holdfast('tour', '--once', '--quiet', '--json')
  for (const folder of workspaces as string[]) checkPackage(folder)
  const copies = readdirSync(`${installed}/node_modules`, { recursive: true, encoding: 'utf8' })
  expect(
    'all packages of the command line',
    { 'copies of viem': copies.filter(isViem).length },
    { 'copies of viem': 1 },
  )
  expect('holdfast tour --once', JSON.parse((await touring.ended).stdout).result, { failed: 0 })
  await checkCommandLine()
} finally {
  remove()
}
process.exitCode = failed ? 1 : 0

function isViem(path: string): boolean {
  return /(?:^|node_modules[\\/])viem[\\/]package\.json$/.test(path)
}

function checkPackage(folder: string): void {
  const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
  if (manifest.private) return
  const code = Object.entries<string | object>(manifest.exports).filter(([, target]) => typeof target === 'object')

  run('publint', ['run', folder, '--strict'])
  // The command line has nothing to import, only a program to run.
  if (code.length === 0) return
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
  // When Node gets other files than other runtimes, both must export the same names.
  const twins = code.flatMap(([path, target]) => {
    const files = Object.entries<string>(target as Record<string, string>)
    const [node, other] = ['node', 'default'].map((key) => files.find(([condition]) => condition === key)?.[1])
    return node && other ? [`await compare('${path}', '${node}', '${other}')`] : []
  })
  const compare = `async function compare(path, ...files) {
    const [one, other] = await Promise.all(files.map(async (file) => Object.keys(await import('${root}/${folder}/' + file)).sort().join()))
    if (one !== other) throw new Error(path + ' exports other names to Node.')
  }`
  run(machineNode(manifest.engines.node), ['--input-type=module', '--eval', [compare, ...twins].join('\n')])
  if (twins.length === 0) return
  const opened = filesOpenedFor(manifest.name)
  const ofViem = opened.filter((url) => url.includes('/node_modules/viem/'))
  expect(`an import of ${manifest.name} in Node`, { 'files of viem': ofViem.length }, { 'files of viem': 0 })
  console.log(`  of ${opened.length} files in all`)
}

/** Node opens each file by itself, which is what an import costs. */
function filesOpenedFor(name: string): string[] {
  const program = `import { registerHooks } from 'node:module'
  const opened = []
  registerHooks({ load: (url, context, next) => (opened.push(url), next(url, context)) })
  await import('${name}')
  console.log(JSON.stringify(opened))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

/** The first steps of a user: help through npx, a devnet, a check of a payment there. */
async function checkCommandLine(): Promise<void> {
  const help = start('npx', ['holdfast', '--help'])
  expect('npx holdfast --help', await help.ended, { code: 0 })
  const devnet = holdfast('devnet', '--port', '0', '--json')
  const lines = createInterface({ input: devnet.child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), devnet.ended.then(() => ['{}'])])
  const { primary } = JSON.parse(line).result ?? {}
  expect('holdfast devnet', primary ?? {}, { chainId: 5_042_002 })
  if (primary === undefined) return
  const [payer, payee] = primary.accounts
  const endpoints = ['--rpc', primary.rpcUrl, '--explorer', primary.explorerApi]
  const check = holdfast('check', payee.address, '--from', payer.address, '--json', ...endpoints)
  expect('holdfast check', JSON.parse((await check.ended).stdout).result, { complete: true, target: payee.address })
  devnet.child.kill('SIGINT')
  expect('holdfast devnet, after Ctrl-C', await devnet.ended, { code: 0 })
}

/** Starts the installed command line. */
function holdfast(...args: readonly string[]) {
  return start(`${installed}/node_modules/.bin/holdfast`, args)
}

/** Starts a program where the command line is installed. */
function start(program: string, args: readonly string[]) {
  const { engines } = JSON.parse(readFileSync(`${installed}/node_modules/holdfast/package.json`, 'utf8'))
  const env = { ...process.env, PATH: [dirname(machineNode(engines.node)), ...userPath].join(delimiter) }
  const child = spawn(program, args, { cwd: installed, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, stdout })) }
}

function expect(
  what: string,
  found: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(wanted)) {
    const isMet = found[name] === value
    console.log(`${isMet ? '✓' : '✗'} ${what}: ${name} ${found[name]}${isMet ? '' : ` instead of ${value}`}`)
    if (!isMet) failed = true
  }
}

function run(program: string, args: readonly string[]): void {
  console.log(`\n> ${program} ${args.join(' ').replaceAll('\n', '; ')}`)
  if (spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0) failed = true
}

/** The machine's Node, if the package supports it; otherwise the workspace's. */
function machineNode(engines: string): string {
  const found = spawnSync('node', ['--print', 'process.execPath + " " + process.versions.node'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: userPath.join(delimiter) },
  })
  const [path, version = '0'] = (found.stdout ?? '').trim().split(' ')
  const oldest = Number.parseInt(/\d+/.exec(engines)?.[0] ?? '0', 10)
  return path && Number.parseInt(version, 10) >= oldest ? path : process.execPath
}
