/** Builds both pages once more, elsewhere, and compares every byte with `dist`: the same sources give the same page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './buildPage.js'
import { treeHash } from './treeHash.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const service = process.env.HOLDFAST_WEB_SERVICE
const elsewhere = mkdtempSync(join(tmpdir(), 'holdfast-web-'))
try {
  for (const kind of ['public', 'loopback'] as const) {
    const built = treeHash(`${dist}/${kind}`)
    const again = await buildPage(kind, join(elsewhere, kind), { service: kind === 'public' ? service : undefined })
    const isSame = built === again
    console.log(`${isSame ? '✓' : '✗'} ${kind.padEnd(8)} ${built}${isSame ? '' : ` in dist, ${again} built again`}`)
    if (!isSame) process.exitCode = 1
  }
} finally {
  rmSync(elsewhere, { recursive: true, force: true })
}
