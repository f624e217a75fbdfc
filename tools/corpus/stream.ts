import { createHash } from 'node:crypto'
import type { Address, Hash } from 'viem'

/** A 64-bit seed, from which everything derives. */
export type Seed = bigint

/**
 * Reads a seed as written in decimal or as 0x….
 *
 * @throws When it is not a whole number of at most 64 bits.
 */
export function parseSeed(text: string): Seed {
  if (!/^(0x[0-9a-f]{1,16}|\d{1,20})$/i.test(text)) throw new Error(`"${text}" is not a seed: a number below 2^64.`)
  const seed = BigInt(text)
  if (seed >= 1n << 64n) throw new Error(`The seed ${text} has more than 64 bits.`)
  return seed
}

/**
 * Random draws for one object, out of the bytes SHA-256(seed ‖ label ‖ counter), counter 0, 1, 2, …, seed and counter
 * as eight and four bytes, highest first. Each object has a label of its own, so that no draw for one shifts another.
 */
export class Stream {
  readonly #prefix: Buffer
  #counter = 0
  #block: Buffer = Buffer.alloc(0)
  #offset = 0

  constructor(seed: Seed, label: string) {
    this.#prefix = Buffer.alloc(8 + Buffer.byteLength(label))
    this.#prefix.writeBigUInt64BE(seed)
    this.#prefix.write(label, 8)
  }

  /** The next bytes as hexadecimal digits. */
  hex(digits: number): string {
    let text = ''
    while (text.length < digits) text += this.#take(Math.min(32, (digits - text.length + 1) >> 1)).toString('hex')
    return text.slice(0, digits)
  }

  /** Uniform in [0, 1), out of 48 bits. */
  unit(): number {
    return this.#take(6).readUIntBE(0, 6) / 2 ** 48
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low)
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<item>(items: readonly item[]): item {
    return items[this.below(items.length)] as item
  }

  /** An index, by weight. */
  weighted(weights: readonly number[]): number {
    let left = this.unit() * weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries()) {
      left -= weight
      if (left < 0) return index
    }
    return weights.length - 1
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /** Log-normal by its median and its 90 % quantile. */
  logNormal(median: number, p90: number): number {
    return median * Math.exp((this.normal() * Math.log(p90 / median)) / 1.2815515655446004)
  }

  /** 1, 2, 3, … with the given mean. */
  geometric(mean: number): number {
    return 1 + Math.floor(Math.log(1 - this.unit()) / Math.log(1 - 1 / mean))
  }

  address(): Address {
    return `0x${this.hex(40)}`
  }

  hash(): Hash {
    return `0x${this.hex(64)}`
  }

  #take(bytes: number): Buffer {
    if (this.#block.length - this.#offset < bytes) {
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(this.#counter++)
      this.#block = createHash('sha256').update(this.#prefix).update(counter).digest()
      this.#offset = 0
    }
    this.#offset += bytes
    return this.#block.subarray(this.#offset - bytes, this.#offset)
  }
}
