/**
 * A cold load of the web application on a throttled phone: time to the first paint, to the largest one and to a page that can be used, how
 * long the thread is held up, and bytes. Beside it, in the same run and from the same server: an empty page, which is the floor, and a
 * page that draws one heading with React, which is the floor of the framework.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ColdLoad, coldLoads } from '@holdfast/web/tools/coldLoads'
import { build } from 'esbuild'

const runs = 5
const page = fileURLToPath(new URL('../web/dist/public', import.meta.url))

if (process.platform !== 'linux' || process.arch !== 'x64')
  console.log('web: SKIPPED, the packed browser runs on Linux x64')
else if (!existsSync(page)) throw new Error('There is no built page: npm run build -w web')
else await bench()

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    const [empty, react] = [join(folder, 'empty'), join(folder, 'react')]
    for (const directory of [empty, react]) mkdirSync(directory)
    const document = (rest: string) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>-</title></head><body>${rest}</body></html>`
    writeFileSync(join(empty, 'index.html'), document('<h1>Empty</h1>'))
    writeFileSync(
      join(react, 'index.html'),
      document('<div id="root"></div><script type="module" src="./main.js"></script>'),
    )
    await build({
      stdin: {
        contents: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
          createRoot(document.getElementById('root')).render(createElement('h1', null, 'React'))`,
        resolveDir: fileURLToPath(new URL('../web', import.meta.url)),
      },
      bundle: true,
      minify: true,
      format: 'esm',
      define: { 'process.env.NODE_ENV': '"production"' },
      outfile: join(react, 'main.js'),
    })
    const floor = 'an empty page'
    const loads = await coldLoads(
      [
        { name: floor, directory: empty, path: '', ready: 'h1' },
        { name: 'one heading with React 19', directory: react, path: '', ready: 'h1' },
        { name: 'Holdfast: pay', directory: page, path: '#/', ready: 'form input' },
        { name: 'Holdfast: claim', directory: page, path: '#/claim', ready: 'form input' },
      ],
      runs,
    )
    console.log(
      `\nCold load on 1.6 Mbit/s, 150 ms, a quarter of the processor; median of ${runs} (${cpus()[0]?.model ?? ''})\n`,
    )
    const names = ['painted', 'largest', 'interactive', 'blocked'] as const
    console.log(
      `  ${''.padEnd(28)}${names.map((name) => name.padStart(14)).join('')}${'bytes'.padStart(12)}${'requests'.padStart(10)}`,
    )
    const base = middle(loads.get(floor) ?? [])
    for (const [name, times] of loads) {
      const { bytes, requests, ...rest } = middle(times)
      const cells = names.map((key) => {
        const ratio = base[key] > 0 ? ` ${(rest[key] / base[key]).toFixed(1)}×` : ''
        return `${rest[key].toFixed(0)} ms${ratio}`.padStart(14)
      })
      console.log(`  ${name.padEnd(28)}${cells.join('')}${String(bytes).padStart(12)}${String(requests).padStart(10)}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function middle(loads: readonly ColdLoad[]): ColdLoad {
  const of = (key: keyof ColdLoad) =>
    loads.map((load) => load[key]).toSorted((a, b) => a - b)[loads.length >> 1] ?? Number.NaN
  return {
    painted: of('painted'),
    largest: of('largest'),
    interactive: of('interactive'),
    blocked: of('blocked'),
    bytes: of('bytes'),
    requests: of('requests'),
  }
}
