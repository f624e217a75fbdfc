import type { ChangedPaste } from './StopPages.js'

/** A program that exchanges addresses changes the field; the browser itself puts in what it was given. */
export function watchPaste(
  field: HTMLTextAreaElement,
  pasted: string,
  onChanged: (change: ChangedPaste) => void,
): void {
  setTimeout(() => {
    const arrived = field.value
    if (!arrived.replace(/\r\n?/g, '\n').includes(pasted.replace(/\r\n?/g, '\n'))) onChanged({ pasted, arrived })
  }, 100)
}
