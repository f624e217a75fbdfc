import { registerHooks } from 'node:module'

/**
 * Loads a module of a built program, and whatever it imports from the same folder, anew: none finds what another load left in
 * a variable. Other packages are loaded once.
 *
 * Part of the test build, since only there `import` is Node's own.
 */
export function loadFresh(file: string): Promise<unknown> {
  loads += 1
  return import(new URL(`${file}?load=${loads}`, import.meta.url).href)
}

let loads = 0
const folder = new URL('.', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const search = /\?load=\d+$/.exec(context.parentURL ?? '')?.[0]
    return search !== undefined && resolved.url.startsWith(folder)
      ? { ...resolved, url: resolved.url + search }
      : resolved
  },
})
