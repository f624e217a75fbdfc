import { LogsIncompleteError } from '@holdfast/sdk/errors'
import type { StealthBox, ViewingKeys } from '@holdfast/sdk/stealth'
import type { Address, Client } from 'viem'
import workerUrl from './scan.worker.ts?worker&url'
import type { ScanAnswer, ScanProgress, ScanQuestion } from './scanMessages.js'

/** The worker's file is missing, or is not the one whose hash the page has. */
export class ChangedFileError extends Error {
  override name = 'ChangedFileError'
  constructor() {
    super('The file of the worker was changed or is missing.')
  }
}

/**
 * Finds the boxes that were announced to these keys, in a worker. The page stays usable, and its client makes the requests.
 *
 * @throws `LogsIncompleteError` where the announcements could not be read completely; `ChangedFileError`; the reason of `signal`.
 */
export async function discoverInWorker(
  client: Client,
  { announcer, keys }: { announcer: Address; keys: ViewingKeys },
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: ScanProgress) => void } = {},
): Promise<readonly StealthBox[]> {
  const url = URL.createObjectURL(await readWorker())
  // A worker takes what the policy returns, which TypeScript calls a text.
  const worker = new Worker(allow(url) as string, { type: 'module' })
  const tell = (question: ScanQuestion) => worker.postMessage(question)
  const found = new Promise<readonly StealthBox[]>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', reject)
    worker.addEventListener('message', ({ data }: MessageEvent<ScanAnswer>) => {
      switch (data.kind) {
        case 'ask':
          return void answer(client, data).then(tell)
        case 'progress':
          return onProgress?.(data.progress)
        case 'found':
          return resolve(data.boxes)
        default:
          return reject(
            data.completeToBlock === undefined
              ? new Error('The search in the worker has failed.')
              : new LogsIncompleteError(data.completeToBlock, [], 'unavailable', undefined),
          )
      }
    })
    tell({ kind: 'search', announcer, keys: { viewingKey: keys.viewingKey, spendingPub: keys.spendingPub } })
  })
  return found.finally(() => {
    worker.terminate()
    URL.revokeObjectURL(url)
  })
}

async function answer(
  client: Client,
  { id, method, params }: Extract<ScanAnswer, { kind: 'ask' }>,
): Promise<ScanQuestion> {
  try {
    // The library asks for reads alone, which any client answers.
    return { kind: 'answer', id, result: await client.request({ method, params } as never) }
  } catch (error) {
    // A client throws errors of viem, whose numbers are those of JSON-RPC.
    const { message, code } = error as { message: string; code?: number }
    return { kind: 'answer', id, error: { message, code } }
  }
}

/**
 * No browser checks the file of a worker. So it is read with the hash that the page has of it, and started from those bytes: the
 * host could answer a second request with another file.
 */
async function readWorker(): Promise<Blob> {
  const { href } = new URL(workerUrl, import.meta.url)
  // Not with the hash as its option: a network that does not answer would fail in the same way as a changed file.
  const bytes = await (await fetch(href)).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (hashOf(href) !== `sha256-${btoa(String.fromCharCode(...hash))}`) throw new ChangedFileError()
  return new Blob([bytes], { type: 'text/javascript' })
}

/** As the import map of the page has it, which names each file from the page. */
function hashOf(href: string): string | undefined {
  const map = document.querySelector('script[type=importmap]')?.textContent
  // The build has made it so.
  const { integrity } = JSON.parse(map ?? '') as { integrity: Readonly<Record<string, string>> }
  return Object.entries(integrity).find(([path]) => new URL(path, document.baseURI).href === href)?.[1]
}

/** The name is in the policy of the page, which lets nothing else start a worker. */
function allow(url: string): unknown {
  // Not every browser has it, and TypeScript does not know it.
  const types = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  policy ??= types?.createPolicy('holdfast-worker', {
    createScriptURL(asked) {
      if (asked !== checked) throw new TypeError('The page starts its own worker alone.')
      return asked
    },
  })
  checked = url
  return policy?.createScriptURL(url) ?? url
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (asked: string) => string },
  ) => { createScriptURL: (asked: string) => unknown }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
let checked: string | undefined
