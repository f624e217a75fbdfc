import { LogsIncompleteError } from '@holdfast/sdk/errors'
import type { StealthBox, ViewingKeys } from '@holdfast/sdk/stealth'
import type { Address, Client } from 'viem'
import workerUrl from './scan.worker.ts?worker&url'
import type { ScanAnswer, ScanProgress, ScanQuestion } from './scanMessages.js'

/**
 * Finds the boxes that were announced to these keys, in a worker. The page stays usable, and its client makes the requests.
 *
 * @throws `LogsIncompleteError` where the announcements could not be read completely; the reason of `signal`.
 */
export function discoverInWorker(
  client: Client,
  { announcer, keys }: { announcer: Address; keys: ViewingKeys },
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: ScanProgress) => void } = {},
): Promise<readonly StealthBox[]> {
  const worker = openWorker()
  const tell = (question: ScanQuestion) => worker.postMessage(question)
  const found = new Promise<readonly StealthBox[]>((resolve, reject) => {
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
  return found.finally(() => worker.terminate())
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

/** The name is in the policy of the page, which lets this one file start. */
function openWorker(): Worker {
  const url = new URL(workerUrl, import.meta.url).href
  // Not every browser has it, and TypeScript does not know it.
  const types = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  policy ??= types?.createPolicy('holdfast-worker', {
    createScriptURL(asked) {
      if (asked !== url) throw new TypeError('The page starts its own worker alone.')
      return asked
    },
  })
  // A worker takes what the policy returns, which TypeScript calls a text.
  return new Worker((policy?.createScriptURL(url) ?? url) as string, { type: 'module' })
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (asked: string) => string },
  ) => { createScriptURL: (asked: string) => unknown }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
