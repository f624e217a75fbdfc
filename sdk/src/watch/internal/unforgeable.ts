import type { Address } from 'viem'
import type { IDataProvider } from '../../risk/history/IDataProvider.js'
import type { HistoryRecord } from '../../risk/history/SenderHistory.js'

/**
 * The same histories without what a third party can write about a payment to `target`: left are the sender's own payments,
 * and what the sender or the target has signed. A record whose signer is unknown is left out.
 *
 * @returns `undefined` for a provider without histories: it does not report who signed a record.
 */
export function unforgeable(provider: IDataProvider, target: Address): IDataProvider | undefined {
  const getHistory = provider.getHistory?.bind(provider)
  if (!getHistory) return undefined
  return {
    getOutgoingCounterparties: provider.getOutgoingCounterparties.bind(provider),
    getAddressActivity: provider.getAddressActivity.bind(provider),
    // Any caller can transfer zero tokens out of the target's address.
    countZeroValueTransfers: async () => 0,
    ...(provider.getSettledRecipients && { getSettledRecipients: provider.getSettledRecipients.bind(provider) }),
    async getHistory(sender, { signal } = {}) {
      const reading = await getHistory(sender, { signal, target })
      return { ...reading, records: withoutForgeable(reading.records, sender, target) }
    },
  }
}

/** The records that took a signature of the sender's money, of the sender or of the target. */
export function withoutForgeable(records: readonly HistoryRecord[], sender: Address, target: Address): HistoryRecord[] {
  const [payer, payee] = [sender.toLowerCase(), target.toLowerCase()]
  return records.filter(({ canonical, value, from, signer }) => {
    if (canonical && value > 0n && from.toLowerCase() === payer) return true
    return signer?.toLowerCase() === payer || signer?.toLowerCase() === payee
  })
}
