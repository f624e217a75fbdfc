import type { ReadClient } from './clients.js'
import { transportOf } from './transportOf.js'

/** Requests of this turn of the event loop, by transport. */
const running = /* @__PURE__ */ new WeakMap<object, Promise<bigint>>()

/**
 * The newest block's number. Callers of one turn of the event loop share one request, and ask themselves where that fails. One
 * that comes later asks for itself: the request before may be as old as a silent node is patient.
 *
 * @param ask - How the request is made where none is under way.
 * @throws What `ask` throws.
 */
export function readHead(client: ReadClient, ask: () => Promise<string>): Promise<bigint> {
  const own = () => ask().then(BigInt)
  const shared = running.get(transportOf(client))
  return shared === undefined ? share(client, own()) : shared.catch(own)
}

/** Lets callers of {@link readHead} wait for another answer that names the newest block. */
export function shareHead(client: ReadClient, chainId: number, reading: Promise<{ blockNumber: bigint } | undefined>) {
  if (foreignNumbers.includes(chainId)) return
  const head = reading.then((answer) => {
    if (answer === undefined) throw new Error('The node does not run programs.')
    return answer.blockNumber
  })
  share(client, head).catch(() => {})
}

/** Chains on which a contract sees the block number of the chain below. */
const foreignNumbers: readonly number[] = [42_161, 421_614]

function share(client: ReadClient, head: Promise<bigint>): Promise<bigint> {
  const transport = transportOf(client)
  running.set(transport, head)
  const leave = () => void (running.get(transport) === head && running.delete(transport))
  head.then(leave, leave)
  setTimeout(leave, 0)
  return head
}
