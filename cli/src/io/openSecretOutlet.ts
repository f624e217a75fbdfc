import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { usageFailure } from '../failure/CommandFailure.js'
import type { SecretOutlet } from './Terminal.js'

/** The terminal of this process, or a new file that was named: standard output and error may be kept in logs. */
export function openSecretOutlet(file: string | true | undefined): SecretOutlet {
  if (typeof file === 'string') return toFile(file)
  let terminal: number
  try {
    terminal = openSync('/dev/tty', 'w')
  } catch {
    throw usageFailure('nowhere_to_show', 'There is no terminal to show the code on, and it goes to no log.', [
      'Name a file that is not there yet: --code-file <file>',
    ])
  }
  return (label, secret) => {
    writeSync(terminal, `\n  ${label}: ${secret}\n\n`)
    closeSync(terminal)
  }
}

function toFile(file: string): SecretOutlet {
  const refusal = usageFailure('invalid_code_file', `The code cannot be written to ${file}: it has to be a new file.`)
  if (existsSync(file)) throw refusal
  return (_, secret) => {
    try {
      writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    } catch {
      throw refusal
    }
  }
}
