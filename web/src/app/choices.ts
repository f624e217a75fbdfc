/** A choice of the person for this browser, such as its theme. Storage that is refused forgets it with the page. */
export function readChoice<choice extends string>(name: string, known: readonly choice[]): choice | undefined {
  try {
    const kept = localStorage.getItem(`holdfast:${name}`)
    return known.find((choice) => choice === kept)
  } catch {
    return undefined
  }
}

export function writeChoice(name: string, choice: string): void {
  try {
    localStorage.setItem(`holdfast:${name}`, choice)
  } catch {
    // Refused storage: the choice holds until the page is closed.
  }
}
