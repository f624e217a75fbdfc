/** Generates everything that is generated and fails when that changes a single byte of what is in the repository. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const before = fingerprints()
const { status } = spawnSync('npm', ['run', '--silent', 'generate'], { cwd: root, stdio: 'inherit' })
const after = fingerprints()
const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))

for (const path of changed) console.error(`✗ ${path} is not what \`npm run generate\` writes`)
console.log(`${after.size} files compared, ${changed.length} changed`)
process.exitCode = status === 0 && changed.length === 0 ? 0 : 1

/** Hash of every file that is in the repository or could be added to it. */
function fingerprints(): Map<string, string> {
  const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return new Map(
    paths
      .split('\0')
      .filter((path) => path !== '' && existsSync(`${root}/${path}`))
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(`${root}/${path}`))
          .digest('hex'),
      ]),
  )
}
