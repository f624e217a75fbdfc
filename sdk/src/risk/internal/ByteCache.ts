/** Keeps the values used last, up to a number of bytes in all. */
export class ByteCache<value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { value: value; bytes: number }>()
  #bytes = 0
  #evictions = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get stats(): { entries: number; bytes: number; evictions: number } {
    return { entries: this.#entries.size, bytes: this.#bytes, evictions: this.#evictions }
  }

  get(key: string): value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // A map lists its keys in the order in which they were set.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** A value that is larger than the whole cache is not kept. */
  set(key: string, value: value, bytes: number): void {
    this.delete(key)
    if (bytes > this.#maxBytes) {
      this.#evictions++
      return
    }
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
      this.#evictions++
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

/** Measured in Node 24, rounded up: an object with its hash, addresses, two bigints and a date. */
export const BYTES_OF_RECORD = 600
/** A key, and an object around the records. */
export const BYTES_OF_ENTRY = 400
