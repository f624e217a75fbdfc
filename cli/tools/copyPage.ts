import { cpSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Copies the built web application beside the built program, with its headers.
 *
 * @param to - Target, relative to the folder of this package.
 * @throws If `web` was not built.
 */
export function copyPage(to: string): void {
  const built = fileURLToPath(import.meta.resolve('@holdfast/web/package.json')).replace(
    /package\.json$/,
    'dist/loopback',
  )
  if (!existsSync(built)) throw new Error('The web application is not built: run `npm run build -w web` first.')
  const target = fileURLToPath(new URL(`../${to}`, import.meta.url))
  cpSync(built, target, { recursive: true })
  cpSync(`${built}.hosts/headers.json`, `${target}.hosts/headers.json`)
}
