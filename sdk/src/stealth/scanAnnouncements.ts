import { InvalidInputError } from '../errors/input.js'
import { parseHex } from './internal/hex.js'
import { parsePoint } from './internal/keys.js'
import { packAnnouncements } from './internal/packAnnouncements.js'
import { createRecognizer, uniqueBoxes } from './internal/recognizer.js'
import { countAnnouncements, readBatches, type ScanSource } from './internal/scan/readBatches.js'
import { type ScanEngine, startScanEngine } from './internal/scan/scanEngine.js'
import type { Suspect } from './internal/scan/scanner.js'
import { stealthAddressBytes, toSecret } from './internal/sharedSecret.js'
import { type PackedAnnouncements, untagged } from './internal/viewTagFilter.js'
import type { RawAnnouncement, StealthBox, ViewingKeys } from './types.js'

/**
 * Finds the boxes that announcements name for this recipient, as {@link recognizeAnnouncements} does, but many times as
 * fast, without blocking the thread, and from a source of any length.
 *
 * Loads a scanner of 8 kB when first used. Without WebAssembly and its SIMD instructions, JavaScript does the work, on
 * this thread. The viewing key stays in this process; `workers` receive values derived from it.
 *
 * @param source - Announcements of scheme 1 in the order of the chain, singly or in pages.
 * @returns In the order of the announcements, `proof` being `none` for all.
 * @throws {@link InvalidInputError} when one of the recipient's own keys or `workers` is malformed.
 * @throws The reason of the signal, soon after it is aborted; whatever the source throws.
 * @example
 * const find = (keys: ViewingKeys, pages: AsyncIterable<readonly RawAnnouncement[]>) =>
 *   scanAnnouncements(keys, pages, { workers: 2, onProgress: ({ scanned, found }) => console.log(scanned, found) })
 */
export async function scanAnnouncements(
  keys: ViewingKeys,
  source: scanAnnouncements.Source,
  { signal, onProgress, workers = 1 }: scanAnnouncements.Options = {},
): Promise<StealthBox[]> {
  const check = createCheck(keys)
  if (!Number.isInteger(workers) || workers < 1)
    throw new InvalidInputError(
      'workers',
      `The number of workers, ${String(workers)}, is not a whole number from 1 on.`,
    )
  signal?.throwIfAborted()

  const total = countAnnouncements(source)
  const abort = watchAbort(signal)
  const turn = createTurn()
  let engine: ScanEngine | undefined
  try {
    engine = await Promise.race([startScanEngine(keys.viewingKey, workers), abort.aborted])
    const { find, batchSize, batchesAtOnce } = engine
    const boxes: StealthBox[][] = []
    let [scanned, found] = [0, 0]
    const scan = async (batch: readonly RawAnnouncement[], place: number) => {
      const pack = packAnnouncements(batch)
      const suspects = await find(pack)
      signal?.throwIfAborted()
      const own = check(batch, pack.indexes, withUntagged(suspects, pack))
      boxes[place] = own
      scanned += batch.length
      found += own.length
      onProgress?.({ scanned, found, total })
    }

    const running = new Set<Promise<void>>()
    let place = 0
    for await (const batch of readBatches(source, batchSize, abort.aborted)) {
      const scanning = scan(batch, place++)
      running.add(scanning)
      // Only removes a batch that is done. The waits below throw the failure of one.
      scanning.then(
        () => running.delete(scanning),
        () => {},
      )
      if (running.size >= batchesAtOnce) await Promise.race([...running, abort.aborted])
      await turn.pass()
      signal?.throwIfAborted()
    }
    await Promise.race([Promise.all(running), abort.aborted])
    return uniqueBoxes(boxes.flat())
  } finally {
    engine?.stop()
    turn.end()
    abort.end()
  }
}

export declare namespace scanAnnouncements {
  type Source = ScanSource

  type Options = {
    /** Stops the scan; what was found is lost. */
    signal?: AbortSignal | undefined
    /** Called after each batch of a few hundred announcements. What it throws stops the scan. */
    onProgress?: ((progress: Progress) => void) | undefined
    /**
     * Threads to scan on; 1 is the thread that calls.
     * @default 1
     */
    workers?: number | undefined
  }

  type Progress = {
    /** Announcements read so far. */
    scanned: number
    /** Those of the recipient among them, copies included. */
    found: number
    /** Announcements in the source, where it is an array. */
    total: number | undefined
  }

  type ErrorType = InvalidInputError
}

/** The suspects, whose view tag matches, and the announcements without a usable view tag, in the order of the batch. */
function withUntagged(suspects: readonly Suspect[], pack: PackedAnnouncements): readonly Suspect[] {
  const known = new Set(suspects.map(({ index }) => index))
  const more = untagged(pack).filter((index) => !known.has(index))
  return [...suspects, ...more.map((index) => ({ index }))].sort((one, other) => one.index - other.index)
}

/** Makes the function that keeps the suspects that are the recipient's, and drops those whose view tag matches by chance. */
function createCheck(keys: ViewingKeys) {
  const recognize = createRecognizer(keys)
  const spending = parsePoint('spendingPub', keys.spendingPub)
  /** Whether the announced address follows from the shared secret: a cheap test that drops nearly all. */
  const isPlausible = ({ stealthAddress }: RawAnnouncement, hash: Uint8Array) => {
    const claimed = parseHex(stealthAddress, 20)
    const secret = toSecret(hash)
    return claimed && secret && stealthAddressBytes(spending, secret)?.every((byte, index) => byte === claimed[index])
  }
  return (batch: readonly RawAnnouncement[], indexes: Uint32Array, suspects: readonly Suspect[]): StealthBox[] => {
    const boxes: StealthBox[] = []
    for (const { index, hash } of suspects) {
      // An index outside the batch gives no announcement, which the next line handles.
      const announcement = batch[indexes[index] as number]
      if (!announcement || (hash && !isPlausible(announcement, hash))) continue
      const box = recognize(announcement)
      if (box) boxes.push(box)
    }
    return boxes
  }
}

/** A promise that rejects with the signal's reason, and never resolves. */
function watchAbort(signal: AbortSignal | undefined) {
  let onAbort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort)
  })
  aborted.catch(() => {})
  return { aborted, end: () => signal?.removeEventListener('abort', onAbort) }
}

/** Lets other tasks run. Not by a timer: browsers delay each of several timers in a row by 4 ms. */
function createTurn(): { pass: () => Promise<void>; end: () => void } {
  // Messages work in Node as well, but the first one takes 20 ms, in which Node loads its web APIs.
  const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown }
  if (setImmediate) return { pass: () => new Promise((resolve) => setImmediate(resolve)), end: () => {} }
  const { port1, port2 } = new MessageChannel()
  let resume = () => {}
  port1.onmessage = () => resume()
  return {
    pass: () =>
      new Promise((resolve) => {
        resume = resolve
        port2.postMessage(undefined)
      }),
    end: () => {
      port1.close()
      port2.close()
    },
  }
}
