import { issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import type { HubChainName } from '../chain/bridgeChains.js'

/**
 * The contract that takes deposits, at one address on every testnet. Deposit by `depositToHub` only: money of a plain transfer
 * to it is lost.
 */
export const HUB_WALLET: Address = issuerContracts.hubWallet

/** The contract that mints on the destination chain, at one address on every testnet. */
export const HUB_MINTER: Address = issuerContracts.hubMinter

/** URL of the issuer's API for the Hub on testnets (Circle Gateway). */
export const HUB_API_TESTNET = 'https://gateway-api-testnet.circle.com'

/**
 * About how many seconds pass until a deposit counts, by chain: the time its chain takes to be final. An estimate to show,
 * never a timeout.
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
