import '../app/withoutWasm.js'
import { LogsIncompleteError } from '@holdfast/sdk/errors'
import { discoverStealthBoxes } from '@holdfast/sdk/stealth'
import { createClient, custom } from 'viem'
import type { ScanAnswer, ScanQuestion } from './scanMessages.js'

/** Finds announced boxes off the page's thread. It makes no request: the page makes them, by its own endpoints and policy. */
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
const tell = (answer: ScanAnswer) => postMessage(answer)
let asked = 0

const client = createClient({
  transport: custom(
    {
      request: ({ method, params }) =>
        new Promise((resolve, reject) => {
          asked += 1
          waiting.set(asked, { resolve, reject })
          tell({ kind: 'ask', id: asked, method, params })
        }),
    },
    { retryCount: 0 },
  ),
})

addEventListener('message', ({ data }: MessageEvent<ScanQuestion>) => {
  if (data.kind === 'answer') {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) one?.resolve(data.result)
    else one?.reject(Object.assign(new Error(data.error.message), { code: data.error.code }))
    return
  }
  discoverStealthBoxes(client, data.announcer, data.keys, {
    onProgress: (progress) => tell({ kind: 'progress', progress }),
  })
    .then((boxes) => tell({ kind: 'found', boxes }))
    // The error itself may hold what a message cannot carry.
    .catch((error) =>
      tell({
        kind: 'failed',
        completeToBlock: error instanceof LogsIncompleteError ? error.completeToBlock : undefined,
      }),
    )
})
