import { withDeadline } from '../../chain/withDeadline.js'
import type { HistoryReading, IDataProvider } from '../history/IDataProvider.js'
import { assertHistoryOf } from './answers.js'

/** A chain that the payment does not touch: what cannot be read of it is said, and fails nothing. */
export function untouched(chainId: number, provider: IDataProvider, waitMs: number): IDataProvider {
  const read = provider.getHistory?.bind(provider)
  const readSettled = provider.getSettledRecipients?.bind(provider)
  return {
    getOutgoingCounterparties: provider.getOutgoingCounterparties.bind(provider),
    getAddressActivity: provider.getAddressActivity.bind(provider),
    countZeroValueTransfers: provider.countZeroValueTransfers.bind(provider),
    async getHistory(sender, { signal, ...options } = {}): Promise<HistoryReading> {
      const unread = { sender, complete: false, unreadChains: [chainId] }
      const limited = { timeoutMs: waitMs, signal }
      const parts = await Promise.allSettled([
        withDeadline(async (limit) => {
          if (!read) throw new Error(`The provider of chain ${chainId} has no histories.`)
          return assertHistoryOf(sender, await read(sender, { ...options, signal: limit }))
        }, limited),
        withDeadline(async (limit) => (await readSettled?.(sender, { signal: limit })) ?? [], limited),
      ])
      signal?.throwIfAborted()
      const [history, settled] = parts
      const reading = history.status === 'fulfilled' ? history.value : { ...unread, records: [] }
      const known = settled.status === 'fulfilled' ? settled.value : []
      const failures = parts.flatMap((part) =>
        part.status === 'rejected' ? [`Chain ${chainId}: ${part.reason?.message ?? part.reason}`] : [],
      )
      return {
        ...reading,
        settled: [...(reading.settled ?? []), ...known],
        ...((failures.length > 0 || !reading.complete) && unread),
        ...(failures.length > 0 && { missing: [...(reading.missing ?? []), ...failures] }),
      }
    },
  }
}
