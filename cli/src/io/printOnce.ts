import type { Host } from './Host.js'

const printed = new WeakSet<Host['stdout']>()

/** Puts what a script reads on standard output. A second document, of a crash after the first, would spoil it, and is dropped. */
export function printOnce(stdout: Host['stdout'], document: string): void {
  if (printed.has(stdout)) return
  printed.add(stdout)
  stdout.write(document)
}

/** Puts a further JSON line on standard output, of a command that stays: its first document was a line as well. */
export function printLine(stdout: Host['stdout'], line: string): void {
  stdout.write(line)
}
