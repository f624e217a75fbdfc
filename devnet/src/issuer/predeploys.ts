import { type Chain, issuerContracts } from '@holdfast/contracts'
import type { AnvilCall } from '../anvil/client.js'
import { grantMinter } from '../chain/storage.js'
import { bridgePredeploys } from './attestation/predeploys.js'
import { hubPredeploys } from './hub/predeploys.js'

/** Places the issuer's Bridge and Hub on a chain and lets them mint and burn its USDC. */
export function issuerPredeploys(chain: Chain): AnvilCall[] {
  const { bridgeTokenMinter, hubMinter, hubWallet } = issuerContracts
  return [
    ...[bridgeTokenMinter, hubMinter, hubWallet].flatMap((minter) => grantMinter(chain.usdc.address, minter)),
    ...bridgePredeploys(chain),
    ...hubPredeploys(chain),
  ]
}
