import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * sha256 over the sorted files of a page, each as path, zero byte, sha256, newline. `version.json` carries the result and is left
 * out, as are the header files that a host adds beside the page.
 */
export function treeHash(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== 'version.json' && path !== '_headers')
    .sort()
  const lines = files.map((path) => `${path}\0${sha256(readFileSync(join(directory, path)))}\n`)
  return sha256(lines.join(''))
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
