export {
  BRIDGE_CHAINS,
  type BridgeChain,
  type BridgeChainName,
  bridgeChainByChainId,
  chainExplorerTxUrl,
  chainLabel,
} from '../chain/bridgeChains.js'
export type { IssuerRequestOptions, IssuerWaitOptions } from '../chain/issuerApi/options.js'
export { feeAtNextQuote, percentOf, type Refusal, type RefusalCode, type RefusalFix, usdc } from '../chain/refusal.js'
export { bridgeFromWallet } from './bridgeFromWallet.js'
export { bridgeGasCost } from './bridgeGasCost.js'
export { bridgeShortfall } from './bridgeShortfall.js'
export {
  ATTESTATION_API_TESTNET,
  BRIDGE_TOKEN_MESSENGER,
  DOCUMENTED_BURN_LIMIT,
  FORWARDING_HOOK,
} from './constants.js'
export { decodeBridgeMessage } from './decodeBridgeMessage.js'
export { type ChainBurn, findBurns } from './findBurns.js'
export { findForwardedMint } from './findForwardedMint.js'
export { getBridgeStatus } from './getBridgeStatus.js'
export type { BurnParameters } from './internal/burn.js'
export type { RouteParameters } from './internal/route.js'
export type { BridgeFlowOptions } from './internal/runBridge.js'
export { mintBridged } from './mintBridged.js'
export { quoteBridge } from './quoteBridge.js'
export { resumeBridge } from './resumeBridge.js'
export type {
  AttestedBurn,
  BridgeDelay,
  BridgeFlowResult,
  BridgeMessage,
  BridgeProgress,
  BridgeQuote,
  BridgeStatus,
  BridgeStep,
} from './types.js'
export { type ForwardedMint, verifyForwardedMint } from './verifyForwardedMint.js'
export { waitForForwardedMint } from './waitForForwardedMint.js'
