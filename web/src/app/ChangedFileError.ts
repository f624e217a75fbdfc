/** A file of the page is missing, or is not the one whose hash the page has. */
export class ChangedFileError extends Error {
  override name = 'ChangedFileError'
  constructor(cause: unknown) {
    super('A file of the page was changed or is missing.', { cause })
  }
}
