import { visibleOf } from '../parts/visibleOf.js'

/**
 * The name of a wallet as the picker shows it. It is the wallet's own claim: without characters that are invisible or that reverse the
 * text, and no longer than a line.
 */
export function nameOf(name: string): string {
  const seen = visibleOf(name)
  const characters = [...seen]
  const shown = characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : seen
  return shown === '' ? '?' : shown
}
