import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'tsdown'
import { idsOf, notices } from './notices.js'

const substitute = fileURLToPath(new URL('viem.ts', import.meta.url))

/**
 * For the options of a build for Node: copies viem's functions on data into it, see `viem.ts`. Modules that make clients keep
 * the application's viem, and are loaded when the first of their functions is called.
 *
 * @param clients - By the end of a module's path: its functions, all asynchronous.
 */
export function copyViem(clients: Readonly<Record<string, readonly string[]>> = {}) {
  return {
    deps: {
      alwaysBundle: (_: string, importer: string | undefined) =>
        importer === substitute || importer?.includes('/node_modules/') === true,
      onlyBundle: false as const,
    },
    plugins: [substituteViem(clients), notices()],
  }
}

function substituteViem(clients: Readonly<Record<string, readonly string[]>>): Rolldown.Plugin {
  const later = '\0later:'
  const paths = new Map<string, string>()
  const endOf = (path: string) => Object.keys(clients).find((end) => path.endsWith(end))
  return {
    name: 'substitute-viem',
    resolveId: {
      order: 'pre',
      async handler(source, importer, { kind }) {
        // Sockets, which no copied function opens.
        if (source === 'isows') return { id: source, external: true }
        if (importer === undefined || importer.includes('/node_modules/')) return
        if (/^viem(?:\/[a-z]+)?$/.test(source)) {
          if (kind === 'dynamic-import' || endOf(importer)) return { id: source, external: true }
          return importer === substitute ? undefined : { id: substitute, moduleSideEffects: false }
        }
        if (kind === 'dynamic-import' || !source.startsWith('.')) return
        const resolved = await this.resolve(source, importer, { kind, skipSelf: true })
        const end = resolved ? endOf(resolved.id) : undefined
        if (!resolved || end === undefined) return resolved
        paths.set(later + end, resolved.id)
        return { ...resolved, id: later + end }
      },
    },
    load(id) {
      const path = paths.get(id)
      if (path === undefined) return
      const names = clients[id.slice(later.length)] ?? []
      return names
        .map((name) => `export const ${name} = async (...given) => (await import('${path}')).${name}(...given)`)
        .join('\n')
    },
    generateBundle(_, bundle) {
      // A copied action would not recognise the errors of the application's clients.
      const copied = idsOf(bundle).find((id) => /\/viem\/_esm\/(?:actions|clients)\//.test(id))
      if (copied) throw new Error(`${copied} would be copied. Name what needs it in ${substitute}.`)
    },
  }
}
