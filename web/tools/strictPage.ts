/** Closes a built page: policy, integrity of every chunk, and the style inside the page, so that no file of it can be changed unseen. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Vite plugin that closes `index.html` after the build.
 *
 * @param connect - Origins beside the page's own that it may ask.
 */
export function strictPage(connect: readonly string[]): Plugin {
  let page = 'index.html'
  return {
    name: 'holdfast:strict-page',
    apply: 'build',
    configResolved({ build: { rolldownOptions } }) {
      const { input } = rolldownOptions
      if (typeof input === 'string') page = basename(input)
    },
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error('A page is built into a directory.')
      const assets = join(dir, 'assets')
      const files = readdirSync(assets)
      const text = (ending: string) =>
        new Map(
          files
            .filter((name) => name.endsWith(ending))
            .map((name) => [`./assets/${name}`, readFileSync(join(assets, name))]),
        )
      const styles = text('.css')
      const html = closePage(readFileSync(join(dir, page), 'utf8'), { scripts: text('.js'), styles, connect })
      writeFileSync(join(dir, page), html)
      for (const path of styles.keys()) rmSync(join(dir, path))
    },
  }
}

/** Files of a built page by the path under which it names them. */
export type PageFiles = {
  readonly scripts: ReadonlyMap<string, Uint8Array>
  readonly styles: ReadonlyMap<string, Uint8Array>
  readonly connect: readonly string[]
}

/**
 * A page as Vite writes it, with its policy, an import map that has the hash of each script, and its style inside. Its comments and
 * its indentation are for those who change it.
 *
 * @throws Where the page names a script that was not built, or has a script or a style of its own: neither would run.
 */
export function closePage(html: string, { scripts, styles, connect }: PageFiles): string {
  if (/<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|\sstyle=/i.test(html))
    throw new Error('The page has a script or style of its own, which its policy refuses.')
  const css = [...styles].map(([path, bytes]) => besidePage(path, bytes)).join('')
  const integrity = Object.fromEntries([...scripts].map(([path, bytes]) => [path, hashOf('sha256', bytes)]).sort())
  const importMap = JSON.stringify({ integrity })
  const policy = writePolicy({ importMap: hashOf('sha256', importMap), style: hashOf('sha256', css), connect })
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>${css}</style>`,
    `<script type="importmap">${importMap}</script>`,
  ].join('\n')
  return html
    .replace(/\s*(<link rel="stylesheet"[^>]*>|<!--.*?-->)/gs, '')
    .replace(
      /(<(?:script type="module"|link rel="modulepreload") crossorigin) (src|href)="([^"]+)"/g,
      (_, tag, name, path) => {
        if (integrity[path] === undefined) throw new Error(`The page names ${path}, which was not built.`)
        return `${tag} ${name}="${path}" integrity="${integrity[path]}"`
      },
    )
    .replace(/\n\s+/g, '\n')
    .replace(/<meta charset="utf-8">/i, (charset) => `${charset}\n${head}`)
}

/** The policy of the page, for its own `<meta>` and, with who may frame it, for a header. */
export function writePolicy({
  importMap,
  style,
  connect,
}: {
  importMap: string
  style: string
  connect: readonly string[]
}): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${importMap}'`,
    `style-src 'self' '${style}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    // The page checks the bytes of its worker, and starts it from those: a policy has no hash for one.
    'worker-src blob:',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // The one that starts the worker of the page.
    'trusted-types holdfast-worker',
  ].join('; ')
}

/** The policy that a closed page carries. */
export function policyOf(html: string): string {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1]
  if (policy === undefined) throw new Error('The page has no policy.')
  return policy
}

export function hashOf(algorithm: 'sha256', bytes: string | Uint8Array): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/** A style names its fonts from its own folder, which the page is not in, and ends with a note of the bundler to itself. */
function besidePage(path: string, bytes: Uint8Array): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return new TextDecoder()
    .decode(bytes)
    .replace(/\s*(\/\*[^*]*\*\/)?\s*$/, '')
    .replace(/url\((["']?)\.\//g, `url($1${folder}`)
}
