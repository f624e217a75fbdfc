import type { Hex } from 'viem'
import { planMultiplication } from '../../../curve/multiplicationPlan.js'
import { parsePrivateKey } from '../keys.js'
import { createPlainFilter } from '../plainFilter.js'
import type { PackedAnnouncements } from '../viewTagFilter.js'
import { compileScanner, type Suspect, scannerCapacity, startScanner } from './scanner.js'
import { startScanThread } from './scanThread.js'

/** Whatever sorts announcements here: threads, the scanner on this thread, or plain code. */
export type ScanEngine = {
  /** Most announcements to hand over at a time; less than 20 ms of work. */
  batchSize: number
  /** Batches to hand over before the first is done. */
  batchesAtOnce: number
  find: (announcements: PackedAnnouncements) => Promise<Suspect[]>
  stop: () => void
}

/**
 * Starts the fastest engine that can be had.
 *
 * @param threads - 1 is this thread. Fewer, or none, are started where the platform does not allow them.
 */
export async function startScanEngine(viewingKey: Hex, threads: number): Promise<ScanEngine> {
  const module = await compileScanner()
  if (!module) return createPlainEngine(viewingKey)
  const plan = planMultiplication(parsePrivateKey('viewingKey', viewingKey))
  let started: ReturnType<typeof startScanner> | undefined
  const findHere = async (announcements: PackedAnnouncements) => {
    started ??= startScanner(module, plan)
    return (await started)(announcements)
  }
  const pool = (threads > 1 ? Array.from({ length: threads }, () => startScanThread(module, plan)) : [])
    .filter((thread) => thread !== undefined)
    .map((thread) => ({ thread, load: 0 }))
  return {
    batchSize: scannerCapacity,
    // Two for each thread: it finds the next one waiting when it is done with one.
    batchesAtOnce: Math.max(1, 2 * pool.length),
    find: async (announcements) => {
      const worker = pool.reduce<(typeof pool)[number] | undefined>(
        (best, candidate) => (best && best.load <= candidate.load ? best : candidate),
        undefined,
      )
      if (!worker) return findHere(announcements)
      worker.load++
      try {
        return await worker.thread.find(announcements)
      } catch {
        // The thread is gone, the announcements are not.
        worker.thread.stop()
        if (pool.includes(worker)) pool.splice(pool.indexOf(worker), 1)
        return findHere(announcements)
      } finally {
        worker.load--
      }
    },
    stop: () => {
      for (const { thread } of pool) thread.stop()
    },
  }
}

function createPlainEngine(viewingKey: Hex): ScanEngine {
  const filter = createPlainFilter(viewingKey)
  return {
    batchSize: 128,
    batchesAtOnce: 1,
    find: async (announcements) => filter.match(announcements).map((index) => ({ index })),
    stop: () => {},
  }
}
