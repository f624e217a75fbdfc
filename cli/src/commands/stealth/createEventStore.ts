import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventStore, StoredEvent, StoredEventPage, StoredEvents } from '@holdfast/sdk/chain'

/**
 * Keeps what an index has read of a chain in files: one for each key, a page a line, so that a reading that is stopped
 * loses nothing and the next goes on from there. A line that was torn is as if it had never been read.
 *
 * @param directory - Of one chain; made where it is not there.
 */
export function createEventStore(directory: string): EventStore {
  const fileOf = (key: string) =>
    join(directory, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.jsonl`)
  return {
    async load(key) {
      const file = fileOf(key)
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const pages = text.split('\n').flatMap((line) => readPage(line) ?? [])
      const kept = joinPages(pages)
      if (kept !== undefined && pages.length > mostPages) await replace(file, kept)
      return kept
    },
    async append(key, page) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // The line break comes first: it ends a line that was torn.
      await appendFile(fileOf(key), `\n${JSON.stringify(page)}`, { mode: 0o600 })
    },
  }
}

/** More are written as one: every search adds a page, also one that finds nothing new. */
const mostPages = 200

function readPage(line: string): StoredEventPage | undefined {
  try {
    const page: StoredEventPage | null = JSON.parse(line)
    return Array.isArray(page?.events) ? page : undefined
  } catch {
    return undefined
  }
}

/** What is known after all pages. A later one replaces what it repeats; one that leaves a hole, after a torn line, says nothing. */
function joinPages([first, ...more]: readonly StoredEventPage[]): StoredEvents | undefined {
  if (first === undefined) return undefined
  let { fromBlock, toBlock: completeToBlock } = first
  const events: StoredEvent[] = [...first.events]
  for (const page of more) {
    if (page.fromBlock > completeToBlock + 1) continue
    while ((events.at(-1)?.blockNumber ?? -1) >= page.fromBlock) events.pop()
    for (const event of page.events) events.push(event)
    fromBlock = Math.min(fromBlock, page.fromBlock)
    completeToBlock = page.toBlock
  }
  return { events, fromBlock, completeToBlock }
}

async function replace(file: string, { events, fromBlock, completeToBlock }: StoredEvents): Promise<void> {
  const next = `${file}.next`
  await writeFile(next, JSON.stringify({ fromBlock, toBlock: completeToBlock, events }), { mode: 0o600 })
  await rename(next, file)
}
