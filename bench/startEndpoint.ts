import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a program of this folder in a separate process, and waits for the line that it prints when it listens. */
export async function startEndpoint(file: string, argument: number): Promise<{ line: string; stop: () => void }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL(file, import.meta.url)), String(argument)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`The endpoint ended with status ${code}.`)))
  })
  return { line, stop: () => child.kill() }
}
