import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How a command ended, with what it printed on its standard output. */
export type Ran = { readonly succeeded: boolean; readonly output: string }

/**
 * Runs a command line, shows what it prints and keeps a copy.
 *
 * @param folder - Relative to the root of the workspace.
 */
export function run(command: string, env: Readonly<Record<string, string>> = {}, folder = '.'): Promise<Ran> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(command, {
      cwd: `${root}/${folder}`,
      env: { ...process.env, ...env },
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      process.stdout.write(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => process.stdout.write(chunk))
    child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}
