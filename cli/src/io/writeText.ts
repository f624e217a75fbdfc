import type { WriteStream } from 'node:tty'
import type { Host } from './Host.js'

/** Colours, where the stream is a terminal that wants them. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>>

/** Whether a stream takes colours. @see https://no-color.org */
function hasInk(stream: Pick<WriteStream, 'isTTY'>, env: Readonly<Record<string, string | undefined>>): boolean {
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

/**
 * Writes text for a person. Everything that reaches a terminal passes here, except secrets and what moves our own cursor:
 * whatever a stranger put into it, only line breaks and our colours act.
 */
export function writeText(stream: Host['stdout'], env: Host['env'], text: string): void {
  stream.write(withoutControls(text, hasInk(stream, env)))
}

/**
 * Text without control and format characters.
 *
 * @param keepsInk - Whether our own colours stay.
 */
export function withoutControls(text: string, keepsInk: boolean): string {
  return text
    .split(ink)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(unsafe, ' ') : keepsInk ? part : ''))
    .join('')
}

/** What `paint` and the devnet write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that is looked for.
const ink = /(\u001b\[(?:0|1|2|22|3[1-6]|39)m)/

/** Control characters, direction and zero width, separators of lines. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name that a stranger chose, such as a label or a symbol: ASCII alone, since other letters can imitate it. */
export function printable(text: string, longest = 200): string {
  return text.replaceAll(/[^\x20-\x7e…]+/g, ' ').slice(0, longest)
}

/** Words that a stranger chose, as one line in any language: no line of ours can be imitated below them. */
export function oneLine(text: string, longest = 1_000): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest)
}
