let isPrinted = false

/** Puts what a script reads on standard output. A second document, of a crash after the first, would spoil it, and is dropped. */
export function printOnce(document: string): void {
  if (isPrinted) return
  isPrinted = true
  process.stdout.write(document)
}
