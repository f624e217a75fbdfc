/**
 * A cold load of the web application on a throttled phone: largest contentful paint, total blocking time, the first paint, when the page
 * can be used, and bytes. Beside it, in turn in the same run and from the same server: the starter of RainbowKit's and wagmi's guides, an
 * empty page, which is the floor, and a page that draws one heading with React, which is the floor of the framework. `--write` puts the
 * tables into `bench/README.md`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coldLoads } from '@holdfast/web/tools/coldLoads'
import { insertBetween } from './markdown.js'
import { buildStarter } from './web/buildStarter.js'
import { makeFloorPages } from './web/floorPages.js'
import { figures, ratios } from './web/tables.js'

const runs = 5
const starter = 'RainbowKit 2.2 + wagmi 2'
const [pay, claim] = ['Holdfast: pay', 'Holdfast: claim']
const page = fileURLToPath(new URL('../web/dist/public', import.meta.url))
const readme = fileURLToPath(new URL('README.md', import.meta.url))
const writes = process.argv.includes('--write')

if (process.platform !== 'linux' || process.arch !== 'x64') skip('the packed browser runs on Linux x64')
else if (!existsSync(page)) throw new Error('There is no built page: npm run build -w web')
else await bench()

async function bench(): Promise<void> {
  const built = buildStarter()
  if (built.skipped !== undefined) skip(`the RainbowKit starter is not among the pages: ${built.skipped}`)
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    const { empty, react } = await makeFloorPages(folder)
    const [busy = 0] = loadavg()
    const loads = await coldLoads(
      [
        { name: 'an empty page', directory: empty, path: '', ready: 'h1' },
        { name: 'one heading with React 19', directory: react, path: '', ready: 'h1' },
        ...(built.directory === undefined
          ? []
          : [{ name: starter, directory: built.directory, path: '', ready: 'form input' }]),
        { name: pay, directory: page, path: '#/', ready: 'form input' },
        { name: claim, directory: page, path: '#/claim', ready: 'form input' },
      ],
      runs,
    )
    const machine = `${cpus().length} × ${cpus()[0]?.model}, load ${busy.toFixed(1)} at the start`
    const found = [
      `Written by \`npm run bench -- web --write\`: median of ${runs} loads, fastest and slowest in parentheses; ${machine}.`,
      figures(loads),
      ...(built.directory === undefined ? [] : [ratios(loads, starter, [pay, claim])]),
    ].join('\n\n')
    console.log(`\n${found}\n`)
    if (writes) writeFileSync(readme, insertBetween(readFileSync(readme, 'utf8'), 'bench:web', found))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Says what is left out; a table without it does not replace one that has it. */
function skip(reason: string): void {
  console.log(`web: SKIPPED, ${reason}`)
  if (writes) throw new Error('Nothing is written, since something was skipped.')
}
