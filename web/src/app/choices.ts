import { openStorage } from '../network/storage.js'

/** A choice of the person for this browser, such as its theme. Without storage it is forgotten with the page. */
export function readChoice<choice extends string>(name: string, known: readonly choice[]): choice | undefined {
  const kept = openStorage()?.getItem(`holdfast:${name}`)
  return known.find((choice) => choice === kept)
}

export function writeChoice(name: string, choice: string): void {
  try {
    openStorage()?.setItem(`holdfast:${name}`, choice)
  } catch {
    // No room is left: the choice holds until the page is closed.
  }
}
