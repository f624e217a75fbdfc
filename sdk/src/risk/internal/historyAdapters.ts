import type { Address, Hash } from 'viem'
import type { ExplorerApis, ExplorerKind } from '../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { AddressActivity } from '../IDataProvider.js'
import { readActivity as readBlockscoutActivity } from './blockscout/readActivity.js'
import { readHistory as readBlockscoutHistory } from './blockscout/readHistory.js'
import { readPayments as readBlockscoutPayments } from './blockscout/readPayments.js'
import { readSigner as readBlockscoutSigner } from './blockscout/readSigner.js'
import { readActivity as readEtherscanActivity } from './etherscan/readActivity.js'
import { readHistory as readEtherscanHistory } from './etherscan/readHistory.js'
import { readPayments as readEtherscanPayments } from './etherscan/readPayments.js'
import { readSigner as readEtherscanSigner } from './etherscan/readSigner.js'
import type { Findings, ListScope } from './findings.js'
import type { MovementList } from './payees.js'

/** How the firewall's facts are read from each kind of explorer. */
export const historyAdapters: Readonly<Record<ExplorerKind, HistoryAdapter>> = {
  blockscout: {
    readPayments: readBlockscoutPayments,
    readActivity: readBlockscoutActivity,
    readHistory: readBlockscoutHistory,
    readSigner: readBlockscoutSigner,
  },
  etherscan: {
    readPayments: readEtherscanPayments,
    readActivity: readEtherscanActivity,
    readHistory: readEtherscanHistory,
    readSigner: readEtherscanSigner,
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
  /** Everything the explorer knows about a sender's movements; what it lacks is in the findings. */
  readHistory: (apis: ExplorerApis, chain: ChainDeployment, sender: Address, scope: ListScope) => Promise<Findings>
  /** Who signed a transaction; `null` where the explorer does not know it. */
  readSigner: (apis: ExplorerApis, hash: Hash, signal: AbortSignal | undefined) => Promise<Address | null>
}
