import { resolveObjectURL } from 'node:buffer'
import { createContext, runInContext } from 'node:vm'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import { bytesToHex, type Hex } from 'viem'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { generateStealthAddress } from './generateStealthAddress.js'
import { recognizeAnnouncements } from './recognizeAnnouncements.js'
import { scanAnnouncements } from './scanAnnouncements.js'
import { encodeStealthMetadata } from './stealthMetadata.js'
import type { RawAnnouncement, ViewingKeys } from './types.js'

const { Point } = secp256k1
const hexOf = (value: bigint): Hex => bytesToHex(numberToBytesBE(value, 32))
const publicKey = (key: bigint) => bytesToHex(Point.BASE.multiply(key).toBytes(true))

const [viewing, spending] = [0xa11cen, 0xb0bn]
const keys: ViewingKeys = { viewingKey: hexOf(viewing), spendingPub: publicKey(spending) }
const box = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** A payment to the owner of the keys. */
function pay(ephemeral: bigint, label = ''): RawAnnouncement {
  const meta = { spendingPub: keys.spendingPub, viewingPub: publicKey(viewing) }
  const { stealthAddress, ephemeralPubKey, viewTag } = generateStealthAddress(meta, hexOf(ephemeral))
  return { stealthAddress, ephemeralPubKey, metadata: encodeStealthMetadata(box, label, viewTag) }
}

const garbage = [
  null,
  {},
  { stealthAddress: box, ephemeralPubKey: '0x', metadata: '0x' },
  { stealthAddress: box, ephemeralPubKey: `0x02${'00'.repeat(32)}`, metadata: encodeStealthMetadata(box) },
  { stealthAddress: box, ephemeralPubKey: `0x03${'ff'.repeat(32)}`, metadata: encodeStealthMetadata(box) },
  { stealthAddress: box, ephemeralPubKey: `0x04${'11'.repeat(32)}`, metadata: encodeStealthMetadata(box) },
] as unknown as RawAnnouncement[]

/** Strangers' payments, with garbage among them and, at the given places, ours. */
let strangers: RawAnnouncement[]
let places: number[]
let announcements: RawAnnouncement[]

beforeAll(() => {
  let point = Point.BASE.multiply(31337n)
  strangers = Array.from({ length: 2_300 }, (_, i) => {
    if (i % 97 === 5) return garbage[i % garbage.length] as RawAnnouncement
    point = point.add(Point.BASE)
    const metadata = encodeStealthMetadata(box, 'foreign', i % 256)
    return { stealthAddress: box, ephemeralPubKey: bytesToHex(point.toBytes(true)), metadata }
  })
  places = [0, 1, 7, 8, 9, 510, 511, 512, 513, 1023, 1024, 1500, 2298, 2299]
  announcements = strangers.map((stranger, place) =>
    places.includes(place) ? pay(BigInt(place + 1), `payment ${place}`) : stranger,
  )
  // A copy of a payment, with another label, and the same payment named for another box.
  announcements[600] = { ...(announcements[7] as RawAnnouncement), metadata: pay(8n, 'copy').metadata }
  announcements[601] = {
    ...(announcements[7] as RawAnnouncement),
    metadata: `${(announcements[7] as RawAnnouncement).metadata.slice(0, 4)}${'ab'.repeat(20)}` as Hex,
  }
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const labels = [...[0, 1, 7, 8, 9, 510, 511, 512, 513].map((place) => `payment ${place}`), '', 'payment 1023']

test('behavior: finds ours without a tag, in its place', async () => {
  const mixed = announcements.map((announcement, place) =>
    place === 512 || place === 1500
      ? { ...announcement, metadata: encodeStealthMetadata(box, `without ${place}`) }
      : announcement,
  )
  const boxes = await scanAnnouncements(keys, mixed)
  expect(boxes).toEqual(recognizeAnnouncements(keys, mixed))
  expect(boxes.map(({ label }) => label)).toEqual(expect.arrayContaining(['without 512', 'without 1500']))
  expect(boxes).toHaveLength(places.length + 1)
})

test('default', async () => {
  const boxes = await scanAnnouncements(keys, announcements)
  expect(boxes).toEqual(recognizeAnnouncements(keys, announcements))
  expect(boxes.map(({ label }) => label).slice(0, labels.length)).toEqual(labels)
  expect(boxes).toHaveLength(places.length + 1)
  expect(boxes[0]).toMatchInlineSnapshot(`
    {
      "box": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
      "ephemeralPubKey": "0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      "label": "payment 0",
      "proof": "none",
      "stealthAddress": "0x50896E9eDD674dF37754dD4575Ab485D6049297e",
    }
  `)
})

test('behavior: nothing to scan', async () => {
  expect(await scanAnnouncements(keys, [])).toEqual([])
  expect(await scanAnnouncements(keys, [[], []])).toEqual([])
  expect(await scanAnnouncements(keys, garbage)).toEqual([])
})

describe('parameter: source', () => {
  async function* later<item>(items: Iterable<item>) {
    for (const item of items) yield item
  }
  function* each<item>(items: Iterable<item>) {
    yield* items
  }
  const inPages = (size: number) =>
    Array.from({ length: Math.ceil(announcements.length / size) }, (_, page) =>
      announcements.slice(page * size, (page + 1) * size),
    )

  test.each([
    ['an iterable', () => each(announcements)],
    ['an async iterable', () => later(announcements)],
    ['pages', () => inPages(700)],
    ['an iterable of pages', () => each(inPages(13))],
    ['an async iterable of pages', () => later(inPages(999))],
  ])('%s', async (_name, source) => {
    expect(await scanAnnouncements(keys, source())).toEqual(recognizeAnnouncements(keys, announcements))
  })

  test('behavior: a page is judged before the next one comes', async () => {
    const seen: number[] = []
    async function* pages() {
      yield announcements.slice(0, 10)
      await vi.waitFor(() => expect(seen).toEqual([10]), { timeout: 120_000 })
      yield announcements.slice(10, 20)
    }
    await scanAnnouncements(keys, pages(), { onProgress: ({ scanned }) => seen.push(scanned) })
    expect(seen).toEqual([10, 20])
  })

  test('error: of the source', async () => {
    async function* pages() {
      yield announcements
      throw new Error('no more')
    }
    await expect(scanAnnouncements(keys, pages())).rejects.toThrow('no more')
  })
})

describe('parameter: onProgress', () => {
  test('default', async () => {
    const seen: scanAnnouncements.Progress[] = []
    await scanAnnouncements(keys, announcements, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([
      { scanned: 512, found: 7, total: 2300 },
      { scanned: 1024, found: 12, total: 2300 },
      { scanned: 1536, found: 14, total: 2300 },
      { scanned: 2048, found: 14, total: 2300 },
      { scanned: 2300, found: 16, total: 2300 },
    ])
  })

  test('behavior: the total of pages, and of what does not say', async () => {
    const totals = new Set<number | undefined>()
    const onProgress = ({ total }: scanAnnouncements.Progress) => totals.add(total)
    await scanAnnouncements(keys, [announcements.slice(0, 3), announcements.slice(3, 5)], { onProgress })
    await scanAnnouncements(keys, new Set(announcements.slice(0, 3)), { onProgress })
    expect([...totals]).toEqual([5, undefined])
  })

  test('error: of the listener', async () => {
    const onProgress = () => {
      throw new Error('enough')
    }
    await expect(scanAnnouncements(keys, announcements, { onProgress })).rejects.toThrow('enough')
    await expect(scanAnnouncements(keys, announcements, { onProgress, workers: 2 })).rejects.toThrow('enough')
  })
})

describe('parameter: signal', () => {
  test('behavior: aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(scanAnnouncements(keys, announcements, { signal })).rejects.toThrow('too late')
  })

  test.each([1, 2])('behavior: aborted on the way, %i threads', async (workers) => {
    const controller = new AbortController()
    let last = 0
    const onProgress = ({ scanned }: scanAnnouncements.Progress) => {
      last = scanned
      controller.abort(new Error('stop'))
    }
    const scan = scanAnnouncements(keys, announcements, { signal: controller.signal, onProgress, workers })
    await expect(scan).rejects.toThrow('stop')
    expect(last).toBeLessThan(announcements.length)
  })

  test('behavior: a timer gets its turn during a scan', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('timer')), 0)
    const endless = (function* () {
      for (;;) yield strangers
    })()
    await expect(scanAnnouncements(keys, endless, { signal: controller.signal })).rejects.toThrow('timer')
  })

  test('behavior: without setImmediate, as in browsers', async () => {
    vi.stubGlobal('setImmediate', undefined)
    expect(await scanAnnouncements(keys, announcements)).toEqual(recognizeAnnouncements(keys, announcements))
  })

  test('behavior: a source that never answers is left, and closed', async () => {
    const controller = new AbortController()
    const close = vi.fn(async () => ({ done: true as const, value: undefined }))
    const silent: AsyncIterable<RawAnnouncement> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: close }),
    }
    const scan = scanAnnouncements(keys, silent, { signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(scan).rejects.toThrow('gone')
  })
})

describe('parameter: workers', () => {
  test.each([2, 3])('%i', async (workers) => {
    const boxes = await scanAnnouncements(keys, announcements, { workers })
    expect(boxes).toEqual(recognizeAnnouncements(keys, announcements))
  })

  test.each([0, 1.5, Number.NaN, -1])('error: %d', async (workers) => {
    await expect(scanAnnouncements(keys, [], { workers })).rejects.toMatchObject({
      name: 'InvalidInputError',
      parameter: 'workers',
    })
  })
})

test('behavior: threads as browsers have them', async () => {
  const stopped = vi.fn()
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: unknown }) => void
      readonly scope: Promise<{ onmessage: (event: { data: unknown }) => void }>
      readonly terminate = stopped
      constructor(url: string) {
        const postMessage = (data: unknown) => queueMicrotask(() => this.onmessage?.({ data }))
        const scope = createContext({ WebAssembly, Uint8Array, DataView, postMessage })
        const source = (resolveObjectURL(url) as Blob).text()
        this.scope = source.then((text) => runInContext(`${text};globalThis`, scope))
      }
      postMessage(data: unknown) {
        void this.scope.then((scope) => scope.onmessage({ data }))
      }
    },
  )
  const boxes = await scanAnnouncements(keys, announcements, { workers: 2 })
  expect(boxes).toEqual(recognizeAnnouncements(keys, announcements))
  expect(stopped).toHaveBeenCalledTimes(2)
})

describe('behavior: threads that fail', () => {
  /** As browsers have them, each telling what it was asked, failing in its own way. */
  class FakeWorker {
    static started: FakeWorker[] = []
    onmessage?: (event: { data: unknown }) => void
    onerror?: (event: { message?: string }) => void
    isTerminated = false
    messages = 0
    constructor() {
      FakeWorker.started.push(this)
    }
    postMessage(_message: unknown) {
      this.messages++
    }
    terminate() {
      this.isTerminated = true
    }
  }
  const expectWhole = async () => {
    FakeWorker.started = []
    const boxes = await scanAnnouncements(keys, announcements, { workers: 2 })
    expect(boxes).toEqual(recognizeAnnouncements(keys, announcements))
    expect(FakeWorker.started.filter((worker) => !worker.isTerminated)).toEqual([])
  }

  test('forbidden by the page', async () => {
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    )
    await expectWhole()
  })

  test('refused after the start, without a word of why', async () => {
    vi.stubGlobal(
      'Worker',
      class extends FakeWorker {
        override postMessage() {
          queueMicrotask(() => this.onerror?.({}))
        }
      },
    )
    await expectWhole()
  })

  test('crashed in the middle', async () => {
    vi.stubGlobal(
      'Worker',
      class extends FakeWorker {
        override postMessage(message: unknown) {
          super.postMessage(message)
          if (this.messages > 2) queueMicrotask(() => this.onerror?.({ message: 'out of memory' }))
        }
      },
    )
    await expectWhole()
  })

  test('accepts no message', async () => {
    vi.stubGlobal(
      'Worker',
      class extends FakeWorker {
        override postMessage() {
          throw new DOMException('could not be cloned', 'DataCloneError')
        }
      },
    )
    await expectWhole()
  })

  test('none on this platform', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    const boxes = await scanAnnouncements(keys, announcements, { workers: 2 })
    expect(boxes).toEqual(recognizeAnnouncements(keys, announcements))
    vi.restoreAllMocks()
  })
})

describe('behavior: without a fast scanner', () => {
  test.each([
    ['no WebAssembly', undefined],
    ['no SIMD, or none allowed', { compile: () => Promise.reject(new WebAssembly.CompileError('invalid opcode')) }],
  ])('%s', async (_name, webAssembly) => {
    const some = announcements.slice(0, 600)
    const expected = recognizeAnnouncements(keys, some)
    vi.stubGlobal('WebAssembly', webAssembly)
    expect(await scanAnnouncements(keys, some)).toEqual(expected)
    expect(await scanAnnouncements(keys, some, { workers: 2 })).toEqual(expected)
  })
})

test('error: malformed keys', async () => {
  await expect(scanAnnouncements({ ...keys, viewingKey: '0x00' }, announcements)).rejects.toMatchObject({
    name: 'InvalidInputError',
    parameter: 'viewingKey',
  })
  await expect(scanAnnouncements({ ...keys, spendingPub: '0x02' }, announcements)).rejects.toMatchObject({
    name: 'InvalidInputError',
    parameter: 'spendingPub',
  })
})
