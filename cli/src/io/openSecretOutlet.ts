import { closeSync, existsSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { usageFailure } from '../failure/CommandFailure.js'
import type { Host } from './Host.js'

/** What is shown once; its file is named with `--code-file`, `--viewing-key-file`, `--link-file`. */
export type Secret = 'code' | 'viewing key' | 'link'

/** Shows one secret, once. Called again it shows another form of the same secret, which takes the place of the first in a file. */
export type SecretOutlet = (label: string, secret: string) => void

/** The terminal of the host, or a new file that was named: standard output and error may be kept in logs. */
export function openSecretOutlet(host: Host, file: string | undefined, what: Secret = 'code'): SecretOutlet {
  if (file !== undefined) return toFile(host.pathOf(file), file, what)
  let terminal: number | undefined
  try {
    terminal = host.openTty()
  } catch {
    throw usageFailure(
      'nowhere_to_show',
      `There is no terminal to show the ${what} on, and it must not appear in a log.`,
      [`Name a file that is not there yet: --${what.replace(' ', '-')}-file <file>`],
    )
  }
  return (label, secret) => {
    const open = terminal ?? host.openTty()
    writeSync(open, `\n  ${label}: ${secret}\n\n`)
    closeSync(open)
    terminal = undefined
  }
}

function toFile(path: string, file: string, what: Secret): SecretOutlet {
  const refusal = usageFailure(
    `invalid_${what.replace(' ', '_')}_file`,
    `The ${what} cannot be written to ${file}: it must be a new file.`,
  )
  if (existsSync(path)) throw refusal
  let isWritten = false
  return (_, secret) => {
    // In one step: a crash in between leaves the first form.
    const target = isWritten ? `${path}.next` : path
    try {
      writeFileSync(target, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
      if (isWritten) renameSync(target, path)
      isWritten = true
    } catch {
      throw refusal
    }
  }
}
