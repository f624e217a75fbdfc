import { connect, type Socket } from 'node:net'

/**
 * A connection that is kept open, for requests that no client would send: bytes are sent unchanged, optionally several
 * requests at once, and answers are parsed.
 */
export class RawConnection {
  readonly #socket: Socket
  /** Received bytes that are not a complete answer yet. */
  #rest = ''
  #isOpen = true
  #wake = () => {}

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (chunk: string) => {
      this.#rest += chunk
      this.#wake()
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#isOpen = false
      this.#wake()
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** @returns The answers in order; fewer when the connection ended before. */
  async exchange(requests: readonly RawRequest[]): Promise<RawAnswer[]> {
    this.#socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
    const answers: RawAnswer[] = []
    while (answers.length < requests.length) {
      const answer = this.#take(requests[answers.length]?.method === 'HEAD')
      if (answer) answers.push(answer)
      else if (!this.#isOpen) break
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
    return answers
  }

  /** Writes pieces one after the other, half-closes, and reads everything until the end. */
  async pour(pieces: readonly Uint8Array[]): Promise<string> {
    for (const piece of pieces) {
      this.#socket.write(piece)
      await new Promise(setImmediate)
    }
    this.#socket.end()
    if (this.#isOpen) await new Promise((resolve) => this.#socket.once('close', resolve))
    return this.#rest
  }

  /** Stops reading. */
  pause(): void {
    this.#socket.pause()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #take(isHead: boolean): RawAnswer | undefined {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end === -1) return undefined
    const head = this.#rest.slice(0, end)
    const status = Number(head.slice(9, 12))
    if (status === 100) {
      this.#rest = this.#rest.slice(end + 4)
      return this.#take(isHead)
    }
    const length = isHead ? 0 : Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0)
    if (this.#rest.length < end + 4 + length) return undefined
    const body = this.#rest.slice(end + 4, end + 4 + length)
    this.#rest = this.#rest.slice(end + 4 + length)
    return { status, head, body }
  }
}

/** A complete request. */
export type RawRequest = { method: string; bytes: Uint8Array }

/** A complete answer, one character per byte. */
export type RawAnswer = { status: number; head: string; body: string }
