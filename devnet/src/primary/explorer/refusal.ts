/** An answer of the REST API other than 200. */
export class ExplorerRefusal extends Error {
  override readonly name = 'ExplorerRefusal'
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`explorer ${status}`)
    this.status = status
    this.body = body
  }
}

export const notFound = () => new ExplorerRefusal(404, { message: 'Not found' })

/** 422 in the form of the explorer's own validation. */
export const invalid = (parameter: string, detail: string) =>
  new ExplorerRefusal(422, { errors: [{ title: 'Invalid value', source: { pointer: `/${parameter}` }, detail }] })
