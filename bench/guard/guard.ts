/**
 * A guard in a process of its own, in front of the node that is given, for an account with 2,000 payments. Tells its parent its URL
 * when it listens and, on request, the bytes that are still alive after a collection.
 */
import { createGuardServer } from '@holdfast/guard/rpc'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'

const [upstream = ''] = process.argv.slice(2)
const guard = createGuardServer({ upstream, chainId: 5042002, port: 0, provider: scriptedHistory })
await guard.listen()
await guard.prepare(scriptedHistory.payer)
process.on('message', (message) => {
  if (message !== 'alive') return
  // Twice: what the first one finalizes is free after the second.
  for (let round = 0; round < 2; round++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
process.send?.(guard.url)
