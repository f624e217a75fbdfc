import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Below which no page can be: one without a script, and one that draws one heading with React. */
export type FloorPages = { empty: string; react: string }

/** Writes both pages below a folder. */
export async function makeFloorPages(folder: string): Promise<FloorPages> {
  const pages = { empty: join(folder, 'empty'), react: join(folder, 'react') }
  for (const directory of Object.values(pages)) mkdirSync(directory)
  writeFileSync(join(pages.empty, 'index.html'), documentOf('<h1>Empty</h1>'))
  writeFileSync(
    join(pages.react, 'index.html'),
    documentOf('<div id="root"></div><script type="module" src="./main.js"></script>'),
  )
  await build({
    stdin: {
      contents: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'
        createRoot(document.getElementById('root')).render(createElement('h1', null, 'React'))`,
      resolveDir: fileURLToPath(new URL('../../web', import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile: join(pages.react, 'main.js'),
  })
  return pages
}

function documentOf(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>-</title></head><body>${body}</body></html>`
}
