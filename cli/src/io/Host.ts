import type { ReadStream, WriteStream } from 'node:tty'

/** What a command sees of the process it runs in. */
export type Host = {
  env: Readonly<Record<string, string | undefined>>
  /** Absolute path of a file that was named on the command line or in a setting. */
  pathOf: (file: string) => string
  stdin: ReadStream
  stdout: WriteStream
  stderr: WriteStream
  /** Opens the terminal itself for writing, past every redirection. @throws where there is none. */
  openTty: () => number
  /** Calls back once when the program is asked to end; returns how to stop listening. */
  onStop: (listener: () => void) => () => void
  /** Does what Ctrl-C does, where a prompt reads it as a key. */
  interrupt: () => void
}
