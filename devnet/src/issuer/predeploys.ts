import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { AnvilCall } from '../anvil/client.js'
import { grantMinter } from '../chain/storage.js'

/** Places the issuer's Bridge and Hub on a chain and lets them mint and burn its USDC. */
export function issuerPredeploys(usdc: Address): AnvilCall[] {
  const { bridgeTokenMinter, hubMinter, hubWallet } = issuerContracts
  return [bridgeTokenMinter, hubMinter, hubWallet].flatMap((minter) => grantMinter(usdc, minter))
}
