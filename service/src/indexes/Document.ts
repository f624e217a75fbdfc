import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content codings. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A text that is the same for all callers: written once, compressed once for each requested coding. */
export class Document {
  /** Of the content, in any coding. */
  readonly etag: string
  /** Unix milliseconds. */
  readonly writtenAt: number
  readonly #bytes: Uint8Array
  readonly #coded = new Map<Encoding, Promise<Uint8Array>>()
  readonly #onGrowth: () => void
  #size: number

  constructor(text: string, options: { writtenAt: number; onGrowth?: (() => void) | undefined }) {
    this.#bytes = Buffer.from(text)
    this.#size = this.#bytes.length
    this.#onGrowth = options.onGrowth ?? (() => {})
    this.writtenAt = options.writtenAt
    // Weak: it names the content, which has several codings.
    this.etag = `W/"${createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 27)}"`
    this.#coded.set('identity', Promise.resolve(this.#bytes))
  }

  /** Bytes it keeps, in all codings. */
  get size(): number {
    return this.#size
  }

  /** Short texts are not worth compressing. */
  codingFor(wanted: Encoding): Encoding {
    return this.#bytes.length < shortBytes ? 'identity' : wanted
  }

  bytes(encoding: Encoding): Promise<Uint8Array> {
    const known = this.#coded.get(encoding)
    if (known !== undefined) return known
    const coding = compress(this.#bytes, encoding)
    this.#coded.set(encoding, coding)
    coding.then(
      ({ length }) => {
        this.#size += length
        this.#onGrowth()
      },
      () => this.#coded.delete(encoding),
    )
    return coding
  }
}

const shortBytes = 1024
/** Random hex does not compress better with a longer search. */
const brotliQuality = 4
const gzipLevel = 6

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipAsync(bytes, { level: gzipLevel })
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}
