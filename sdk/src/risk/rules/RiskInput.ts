import type { Address, Hash } from 'viem'
import type { AddressActivity, CounterpartyScan } from '../history/IDataProvider.js'
import type { PairDecision } from '../history/PairDecision.js'
import type { PreparedHistory } from '../history/prepareHistory.js'
import type { SenderHistory } from '../history/SenderHistory.js'

/** Facts about one payment. `null` says that the source was asked and did not answer. */
export type RiskInput = {
  sender: Address
  target: Address
  /** From {@link IDataProvider.getOutgoingCounterparties} of the sender. May be left out where `history` is given. */
  counterparties?: CounterpartyScan | null | undefined
  /** Of the target. */
  activity: AddressActivity | null
  /** Transfers of nothing from target to sender. May be left out where `history` is given. */
  zeroValueTransfers?: number | null | undefined
  /** The transfer contract's `isVerifiedRecipient`; `undefined` where it was not asked, so no source is missing. */
  verifiedRecipient?: boolean | null | undefined
  /** Addresses the person has saved. */
  contacts?: readonly Address[] | undefined
  /** Addresses of an imported list that was not confirmed: an imitation of one is a warning. Read without a prepared history. */
  importedContacts?: readonly Address[] | undefined
  /** Further addresses of the sender: accounts, boxes, vaults. */
  own?: readonly Address[] | undefined
  /**
   * What is recorded about the sender: brings the graded rules in. Prepare it with {@link prepareHistory} to judge many
   * targets. `undefined` where it was not asked: then the answers above decide by the published rules.
   */
  history?: SenderHistory | PreparedHistory | null | undefined
  /**
   * Hash of the code of the target and of payees that resemble it; `null` for an account without code, including one that
   * has delegated to a contract (EIP-7702). An address that is missing counts as one without code.
   */
  codeHashes?: ReadonlyMap<Address, Hash | null> | undefined
  /** Decisions of the sender about addresses that look alike. */
  pairs?: readonly PairDecision[] | undefined
}
