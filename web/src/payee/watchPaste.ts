/** A program that exchanges addresses changes the clipboard or the field; the browser itself puts in what it was given. */
export function watchPaste(pasted: string, setChanged: (isChanged: boolean) => void): void {
  const field = document.activeElement
  setTimeout(() => {
    const arrived = field instanceof HTMLTextAreaElement ? field.value : pasted
    setChanged(!arrived.replace(/\r\n?/g, '\n').includes(pasted.replace(/\r\n?/g, '\n')))
  }, 100)
}
