import { writeSync } from 'node:fs'

/**
 * Standard output, written in blocks, that never waits for its reader: failed writes are retried, and beyond 1 MiB of
 * buffered text lines are dropped until half of it is written. At the end of the process, a slow reader gets a fifth of
 * a second more.
 *
 * @param onDropped - Called with the number of dropped lines, before the next line.
 */
export function standardOutput(onDropped: (count: number) => void): Output {
  // A full pipe blocks its writer, unless Node has opened it, which it does when this property is read.
  void process.stdout
  let lines = ''
  /** The buffered text. */
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
        block = block.subarray(writeSync(stdout, block))
      }
      isStuck = false
    } catch {
      // A pipe that is full or has no reader, or a full disk: it may recover.
      isStuck = true
      setTimeout(flush, retryMs).unref()
    }
    if (dropped === 0 || waiting() > maxWaiting / 2) return
    const count = dropped
    dropped = 0
    onDropped(count)
  }

  const flushUnlessStuck = () => (isStuck ? undefined : flush())
  setInterval(flushUnlessStuck, flushMs).unref()
  process.once('exit', () => {
    flush()
    for (let pause = 0; isStuck && pause < lastPauses; pause++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastPauseMs)
      flush()
    }
  })
  return {
    write(line) {
      if (dropped > 0 || waiting() + line.length > maxWaiting) dropped++
      else lines += line
      if (lines.length >= blockLength) flushUnlessStuck()
    },
    flush: flushUnlessStuck,
  }
}

export type Output = { write: (line: string) => void; flush: () => void }

const stdout = 1
const blockLength = 4096
const maxWaiting = 1 << 20
const flushMs = 1000
const retryMs = 100
const lastPauses = 10
const lastPauseMs = 20
