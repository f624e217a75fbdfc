import type { Address, TransactionReceipt } from 'viem'
import { ClaimHashNotFoundError, type TransferDifference, TransferDiffersError } from '../../errors/transfer.js'
import { eventsOf } from './contract.js'
import type { SendFields } from './prepareSend.js'

/** What is read of a mined transaction. */
export type MinedLogs = Pick<TransactionReceipt, 'logs' | 'transactionHash'>

/** A transfer as it was created. */
export type Made = ReturnType<typeof madeIn>[number]

/** What a transfer was to be, as far as it is known. */
export type Sent = Pick<SendFields, 'claimHash'> & Partial<SendFields>

/** The transfers that a transaction created in one contract. */
export function madeIn({ logs }: MinedLogs, contract: Address) {
  return eventsOf(logs, contract).flatMap((event) => (event.eventName === 'TransferCreated' ? [event.args] : []))
}

/** What a transfer has in another way than it was asked for. */
export function differencesOf(made: Made, sent: Sent): readonly TransferDifference[] {
  return (['to', 'amount', 'configId', 'claimHash'] as const).filter(
    (field) => sent[field] !== undefined && `${made[field]}`.toLowerCase() !== `${sent[field]}`.toLowerCase(),
  )
}

/** The error of a transfer that is not among the made ones: names the one with the fewest differences, where there is one. */
export function notMade({ transactionHash }: MinedLogs, made: readonly Made[], sent: Sent): Error {
  const [first] = made
    .map((one) => ({ transferId: one.transferId, differs: differencesOf(one, sent) }))
    .sort((one, other) => one.differs.length - other.differs.length)
  return first === undefined
    ? new ClaimHashNotFoundError(transactionHash)
    : new TransferDiffersError(first.transferId, transactionHash, first.differs)
}
