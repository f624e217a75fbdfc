/** Keeps what was used last, up to a number of bytes in all. */
export class ByteCache<value extends { readonly size: number }> {
  readonly #kept = new Map<string, value>()
  readonly #most: number

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get bytes(): number {
    let sum = 0
    for (const { size } of this.#kept.values()) sum += size
    return sum
  }

  get(key: string): value | undefined {
    const found = this.#kept.get(key)
    if (found === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  set(key: string, value: value): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    this.trim()
  }

  /** Call it when a kept value has grown. */
  trim(): void {
    let bytes = this.bytes
    for (const [key, { size }] of this.#kept) {
      if (bytes <= this.#most) return
      this.#kept.delete(key)
      bytes -= size
    }
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}
