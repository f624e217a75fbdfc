import { printable } from '../../io/printable.js'

/** The label of an announcement, in quotes: its announcer wrote it, and it looks like no word of ours. */
export function quoteLabel(label: string): string {
  return `"${printable(label, 40).replaceAll('"', "'")}"`
}
