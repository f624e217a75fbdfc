import type { WriteStream } from 'node:tty'

/** Colours, where the stream is a terminal that wants them. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>>

/** Whether a stream takes colours. @see https://no-color.org */
export function hasInk(stream: Pick<WriteStream, 'isTTY'>, env: Readonly<Record<string, string | undefined>>): boolean {
  const wanted = env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : stream.isTTY === true && env.TERM !== 'dumb'
  return wanted && !env.NO_COLOR
}

/** Colours for a stream that takes them. */
export function paintFor(stream: Pick<WriteStream, 'isTTY'>, env: Readonly<Record<string, string | undefined>>): Paint {
  const isOn = hasInk(stream, env)
  const ink = (open: number, close: number) => (text: string) =>
    isOn ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    bold: ink(1, 22),
    dim: ink(2, 22),
    red: ink(31, 39),
    green: ink(32, 39),
    yellow: ink(33, 39),
    cyan: ink(36, 39),
  }
}
