import type { Host } from './Host.js'
import { hasInk } from './paint.js'

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
