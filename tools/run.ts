import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How a command ended, its standard output, and its standard error. */
export type Ran = { readonly succeeded: boolean; readonly output: string; readonly errors: string }

/** How a command is run. */
export type RunOptions = {
  env?: Readonly<Record<string, string>>
  /** Relative to the root of the workspace. @default '.' */
  folder?: string
  /** Prints its output when it has ended, so that the outputs of concurrent commands are not mixed. @default false */
  held?: boolean
  /** Lets everything else have the processors first. @default false */
  yields?: boolean
}

/** Runs a command line, prints its output and keeps a copy. */
export function run(
  command: string,
  { env = {}, folder = '.', held = false, yields = false }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const errors: Buffer[] = []
    const shown: Buffer[] = []
    const show = (chunk: Buffer) => void (held ? shown.push(chunk) : process.stdout.write(chunk))
    const child = spawn(command, {
      cwd: `${root}/${folder}`,
      env: { ...process.env, ...env },
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      show(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors.push(chunk)
      show(chunk)
    })
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(shown))
      resolve({
        succeeded: code === 0,
        output: Buffer.concat(chunks).toString(),
        errors: Buffer.concat(errors).toString(),
      })
    })
  })
}
