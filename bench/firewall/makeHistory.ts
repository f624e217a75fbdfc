import type { HistoryRecord, SenderHistory } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { Stream } from '../../tools/corpus/stream.js'
import { usdcOf } from '../../tools/corpus/tables.js'

const chainId = 5042002

/**
 * A sender that has paid so many addresses 25 USDC once each.
 *
 * @param received - Addresses that have paid the sender 25 USDC after that.
 */
export function makeHistory(payees: number, received: readonly Address[] = []): SenderHistory {
  const stream = new Stream(1n, `cost/${payees}`)
  const sender = stream.address()
  const { address: token, decimals } = usdcOf(chainId)
  const money = { token, canonical: true, value: 25_000_000n, decimals }
  const at = (index: number) => ({
    chainId,
    blockNumber: BigInt(20_000_000 + index),
    logIndex: 0,
    timestamp: new Date(1_735_689_600_000 + index * 500),
    transactionHash: stream.hash(),
  })
  const paid = Array.from(
    { length: payees },
    (_, index): HistoryRecord => ({ ...at(index), ...money, from: sender, to: stream.address(), signer: sender }),
  )
  const income = received.map(
    (from, index): HistoryRecord => ({ ...at(payees + index), ...money, from, to: sender, signer: from }),
  )
  return { sender, records: [...paid, ...income], complete: true }
}
