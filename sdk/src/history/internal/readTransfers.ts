import type { Address } from 'viem'
import type { ExplorerApis, ExplorerKind } from '../../chain/explorerApi/adapter.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { readTransfers as readBlockscoutTransfers } from './blockscout/readTransfers.js'
import { readTransfers as readEtherscanTransfers } from './etherscan/readTransfers.js'
import type { ReadLimits, RowList } from './rows.js'

/** How the token transfers from and to an address are read from each kind of explorer. */
export const readTransfers: Readonly<Record<ExplorerKind, ReadTransfers>> = {
  blockscout: readBlockscoutTransfers,
  etherscan: readEtherscanTransfers,
}

type ReadTransfers = (
  apis: ExplorerApis,
  chain: ChainDeployment,
  address: Address,
  limits: ReadLimits,
) => Promise<RowList>
