import type { Address, Hash } from 'viem'
import type { ExplorerApis, ExplorerKind } from '../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { AddressActivity } from '../history/IDataProvider.js'
import { historyLists as blockscoutLists, ownLists } from './blockscout/historyLists.js'
import { readActivity as readBlockscoutActivity } from './blockscout/readActivity.js'
import { readMovements as readBlockscoutMovements } from './blockscout/readMovements.js'
import { readOthers as readBlockscoutOthers } from './blockscout/readOthers.js'
import { readSigner as readBlockscoutSigner } from './blockscout/readSigner.js'
import { historyLists as etherscanLists, rowsPerPage } from './etherscan/historyLists.js'
import { readActivity as readEtherscanActivity } from './etherscan/readActivity.js'
import { readMovements as readEtherscanMovements } from './etherscan/readMovements.js'
import { readOthers as readEtherscanOthers } from './etherscan/readOthers.js'
import { readSigner as readEtherscanSigner } from './etherscan/readSigner.js'
import type { ActivityScope, ListRead, ListScope, RawRecord } from './findings.js'
import { accountLists } from './legacy/accountLists.js'
import type { HistoryLists, MovementLists } from './readHistory.js'

/** How the firewall's facts are read from each kind of explorer. */
export const historyAdapters: Readonly<Record<ExplorerKind, HistoryAdapter>> = {
  blockscout: {
    paymentLists: ({ rest }, sender) => ownLists(rest, sender),
    readActivity: readBlockscoutActivity,
    listsOf: blockscoutLists,
    readOthers: readBlockscoutOthers,
    readSigner: readBlockscoutSigner,
    readMovements: readBlockscoutMovements,
    findsLogsByName: true,
  },
  etherscan: {
    paymentLists: ({ legacy }, sender) => accountLists(legacy, sender, rowsPerPage),
    readActivity: readEtherscanActivity,
    listsOf: etherscanLists,
    readOthers: readEtherscanOthers,
    readSigner: readEtherscanSigner,
    readMovements: readEtherscanMovements,
    findsLogsByName: false,
  },
}

/** What the firewall asks of an explorer. Each rejects where an answer is missing or malformed. */
export type HistoryAdapter = {
  /** The lists that name a sender's payees, without those that show whether one is missing. */
  paymentLists: (apis: ExplorerApis, sender: Address) => MovementLists
  /** How many transactions an address has, and when the first one was. */
  readActivity: (apis: ExplorerApis, address: Address, scope: ActivityScope) => Promise<AddressActivity>
  /** The lists of a sender's real payments and receipts. */
  listsOf: (apis: ExplorerApis, chain: ChainDeployment, sender: Address) => HistoryLists
  /** Records about the sender that any caller can write, newest first, as far as the page cap allows. */
  readOthers: (
    apis: ExplorerApis,
    chain: ChainDeployment,
    sender: Address,
    scope: ListScope,
  ) => Promise<ListRead<RawRecord>[]>
  /** Who signed a transaction; `null` where the explorer does not know it. */
  readSigner: (apis: ExplorerApis, hash: Hash, signal: AbortSignal | undefined) => Promise<Address | null>
  /** Token movements of one transaction. */
  readMovements: (apis: ExplorerApis, hash: Hash, signal: AbortSignal | undefined) => Promise<RawRecord[]>
  /** Whether the log query takes a party's topic without a contract. Others may want an address or the first topic. */
  findsLogsByName: boolean
}
