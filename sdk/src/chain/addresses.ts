import { arcTestnetChain, create2Factory, deployments, fxEscrow, issuerContracts } from '@holdfast/contracts'
import type { Address } from 'viem'
import { PRIMARY_CHAIN_ID } from './constants.js'
import { tokenBySymbol } from './tokens.js'

/**
 * Contracts of the primary chain that are not ours. On any other chain ask `deploymentFor(chainId)`: this map's USDC
 * address, for one, holds no contract there.
 */
export const ADDRESSES = {
  /** ERC-20 interface, 6 decimals; the same balance is the gas coin with 18. */
  USDC: arcTestnetChain.usdc.address,
  EURC: /* @__PURE__ */ addressOf('EURC'),
  /** Callable from an externally owned account only. */
  MEMO: /* @__PURE__ */ present(arcTestnetChain.memo),
  /** Batches calls and preserves the caller; from an externally owned account only. */
  MULTICALL3_FROM: /* @__PURE__ */ present(arcTestnetChain.multicall3From),
  /** The signed-allowance contract. */
  PERMIT: arcTestnetChain.permit,
  MULTICALL3: arcTestnetChain.multicall3,
  CREATE2_FACTORY: create2Factory,
  BRIDGE_TOKEN_MESSENGER_V2: issuerContracts.bridgeTokenMessenger,
  BRIDGE_MESSAGE_TRANSMITTER_V2: issuerContracts.bridgeMessageTransmitter,
  HUB_WALLET: issuerContracts.hubWallet,
  HUB_MINTER: issuerContracts.hubMinter,
  FX_ESCROW: fxEscrow,
} as const satisfies Record<string, Address>

/** The transfer contract on the primary chain; elsewhere `deploymentFor(chainId).transferContract`. */
export const TRANSFER_CONTRACT_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].transferContract

/** The built-in claim verifier on the primary chain; elsewhere `deploymentFor(chainId).codeClaimVerifier`. */
export const CODE_CLAIM_VERIFIER_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].codeClaimVerifier

/** The factory of boxes on the primary chain; elsewhere `deploymentFor(chainId).spendPolicyFactory`. */
export const SPEND_POLICY_FACTORY_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].spendPolicyFactory

/** The code behind every box; not a box itself. Elsewhere `deploymentFor(chainId).spendPolicyAccountImpl`. */
export const SPEND_POLICY_ACCOUNT_IMPL_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].spendPolicyAccountImpl

/** Retired factories whose boxes are still live. */
export const SPEND_POLICY_FACTORY_PRIOR_ADDRESSES: readonly Address[] = []

/** Our announcer on the primary chain; elsewhere `deploymentFor(chainId).stealthAnnouncer`. */
export const STEALTH_ANNOUNCER_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].stealthAnnouncer

/** The vault on the primary chain; elsewhere `deploymentFor(chainId).shieldVault`. */
export const SHIELD_VAULT_ADDRESS: Address = deployments[PRIMARY_CHAIN_ID].shieldVault

function addressOf(symbol: string): Address {
  return present(tokenBySymbol(symbol)?.address)
}

function present(address: Address | undefined): Address {
  if (address === undefined) throw new Error('The primary chain lacks a contract that its address map names.')
  return address
}
