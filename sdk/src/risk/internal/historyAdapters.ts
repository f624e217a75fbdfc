import type { Address, Hash } from 'viem'
import type { ExplorerApis, ExplorerKind } from '../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { AddressActivity } from '../IDataProvider.js'
import { historyLists as blockscoutLists } from './blockscout/historyLists.js'
import { readActivity as readBlockscoutActivity } from './blockscout/readActivity.js'
import { readMovements as readBlockscoutMovements } from './blockscout/readMovements.js'
import { readOthers as readBlockscoutOthers } from './blockscout/readOthers.js'
import { readPayments as readBlockscoutPayments } from './blockscout/readPayments.js'
import { readSigner as readBlockscoutSigner } from './blockscout/readSigner.js'
import { historyLists as etherscanLists } from './etherscan/historyLists.js'
import { readActivity as readEtherscanActivity } from './etherscan/readActivity.js'
import { readMovements as readEtherscanMovements } from './etherscan/readMovements.js'
import { readOthers as readEtherscanOthers } from './etherscan/readOthers.js'
import { readPayments as readEtherscanPayments } from './etherscan/readPayments.js'
import { readSigner as readEtherscanSigner } from './etherscan/readSigner.js'
import type { ListRead, ListScope, RawRecord } from './findings.js'
import type { MovementList } from './payees.js'
import type { HistoryLists } from './readHistory.js'

/** How the firewall's facts are read from each kind of explorer. */
export const historyAdapters: Readonly<Record<ExplorerKind, HistoryAdapter>> = {
  blockscout: {
    readPayments: readBlockscoutPayments,
    readActivity: readBlockscoutActivity,
    listsOf: blockscoutLists,
    readOthers: readBlockscoutOthers,
    readSigner: readBlockscoutSigner,
    readMovements: readBlockscoutMovements,
  },
  etherscan: {
    readPayments: readEtherscanPayments,
    readActivity: readEtherscanActivity,
    listsOf: etherscanLists,
    readOthers: readEtherscanOthers,
    readSigner: readEtherscanSigner,
    readMovements: readEtherscanMovements,
  },
}

/** What the firewall asks of an explorer. Whatever cannot be read, or makes no sense, rejects. */
export type HistoryAdapter = {
  /** Lists of what an address has paid in the given tokens and in the chain's coin, as far as the page cap allows. */
  readPayments: (
    apis: ExplorerApis,
    chain: ChainDeployment,
    sender: Address,
    tokens: readonly Address[],
    maxPages: number,
    signal: AbortSignal | undefined,
  ) => Promise<MovementList[]>
  /** How much and since when an address has been used. */
  readActivity: (
    apis: ExplorerApis,
    address: Address,
    retryDelayMs: number,
    signal: AbortSignal | undefined,
  ) => Promise<AddressActivity>
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
}
