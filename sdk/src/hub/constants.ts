import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { HubChainName } from '../chain/bridgeChains.js'

/**
 * The contract that takes deposits, at one address on every testnet. Deposit by `depositToHub` only: USDC sent
 * to it by a plain transfer is lost.
 */
export const HUB_WALLET: Address = issuerContracts.hubWallet

/** The contract that mints on the destination chain, at one address on every testnet. */
export const HUB_MINTER: Address = issuerContracts.hubMinter

/** URL of the Hub's API (Circle Gateway) on testnets. */
export const HUB_API_TESTNET = 'https://gateway-api-testnet.circle.com'

/**
 * About how many seconds pass until a deposit can be spent, by chain: the time that its chain takes to be final. An estimate
 * to show, never a timeout.
 */
export const DEPOSIT_CONFIRMATION_SECONDS: Readonly<Record<HubChainName, number>> = {
  Arc_Testnet: 1,
  Ethereum_Sepolia: 1_140,
  Avalanche_Fuji: 8,
  OP_Sepolia: 1_140,
  Arbitrum_Sepolia: 1_140,
  Base_Sepolia: 1_140,
  Polygon_Amoy: 8,
  Unichain_Sepolia: 1_140,
  Sonic_Testnet: 8,
  World_Chain_Sepolia: 1_140,
  Sei_Testnet: 5,
  HyperEVM_Testnet: 5,
}
