import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** Path of the anvil binary: the one from the registry package, otherwise the first on PATH. */
export function locateAnvil(environment: NodeJS.ProcessEnv = process.env): string {
  const packaged = packagedAnvil()
  if (packaged !== undefined) return packaged
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (folder !== '' && isExecutable(path)) return path
  }
  throw new AnvilNotFoundError()
}

/** No anvil was found: neither the registry package nor one on PATH. */
export class AnvilNotFoundError extends Error {
  override readonly name = 'AnvilNotFoundError'
  constructor() {
    super(
      `The devnet runs on anvil, and none was found for ${process.platform}-${process.arch}. ` +
        'On Linux x64 `npm install` brings it (optional package @foundry-rs/anvil-linux-amd64); ' +
        'elsewhere install Foundry and put `anvil` on PATH.',
    )
  }
}

function packagedAnvil(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    const path = join(dirname(manifest), 'bin', 'anvil')
    return isExecutable(path) ? path : undefined
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
