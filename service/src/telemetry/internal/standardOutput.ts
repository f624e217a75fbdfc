import { writeSync } from 'node:fs'

/**
 * Standard output, written in blocks, that never waits for its reader: what cannot be written is tried again, and beyond 1 MiB of
 * it lines are dropped until half of it is through. The end of the process gives a reader who is slow a fifth of a second more.
 *
 * @param onDropped - Told how many were dropped, before the next line.
 */
export function standardOutput(onDropped: (count: number) => void): Output {
  // A pipe blocks its writer when it is full, unless Node has opened it: which it does when this is read.
  void process.stdout
  let lines = ''
  /** What has been begun. */
  let block = Buffer.alloc(0)
  let isStuck = false
  let dropped = 0

  const waiting = () => block.length + lines.length

  function flush(): void {
    try {
      while (waiting() > 0) {
        if (block.length === 0) {
          block = Buffer.from(lines)
          lines = ''
        }
        block = block.subarray(writeSync(STDOUT, block))
      }
      isStuck = false
    } catch {
      // A pipe that is full or has no reader, a disk that is full: it may come back.
      isStuck = true
      setTimeout(flush, RETRY_MS).unref()
    }
    if (dropped === 0 || waiting() > MAX_WAITING / 2) return
    const count = dropped
    dropped = 0
    onDropped(count)
  }

  const flushUnlessStuck = () => (isStuck ? undefined : flush())
  setInterval(flushUnlessStuck, FLUSH_MS).unref()
  process.once('exit', () => {
    flush()
    for (let pause = 0; isStuck && pause < LAST_PAUSES; pause++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_PAUSE_MS)
      flush()
    }
  })
  return {
    write(line) {
      if (dropped > 0 || waiting() + line.length > MAX_WAITING) dropped++
      else lines += line
      if (lines.length >= BLOCK) flushUnlessStuck()
    },
    flush: flushUnlessStuck,
  }
}

export type Output = { write: (line: string) => void; flush: () => void }

const STDOUT = 1
const BLOCK = 4096
const MAX_WAITING = 1 << 20
const FLUSH_MS = 1000
const RETRY_MS = 100
const LAST_PAUSES = 10
const LAST_PAUSE_MS = 20
