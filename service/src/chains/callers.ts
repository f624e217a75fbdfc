import { AsyncLocalStorage } from 'node:async_hooks'
import { networkBlocks } from '../config/networkBlocks.js'

/**
 * Notes for which caller's network some work is done, so that what it asks of an explorer or a node counts as
 * asked by that caller. Of an IPv6 network the /48 counts: all callers in it are one.
 *
 * @param network - `undefined` for the machine itself.
 */
export function asCaller<value>(network: string | undefined, work: () => value): value {
  return asCallers(new Set([network === undefined ? itself : (networkBlocks(network).at(-1)?.name ?? network)]), work)
}

/** The same for work that several callers share. A caller that is added to the set later counts as well. */
export function asCallers<value>(callers: ReadonlySet<string>, work: () => value): value {
  return context.run(callers, work)
}

/** For whom the running work is done: a set that may grow. */
export function callersNow(): ReadonlySet<string> {
  return context.getStore() ?? onlyItself
}

const context = new AsyncLocalStorage<ReadonlySet<string>>()

const itself = ''
const onlyItself: ReadonlySet<string> = new Set([itself])
