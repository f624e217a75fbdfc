export { parseAddress, parseParty } from './address.js'
export {
  ADDRESSES,
  CODE_CLAIM_VERIFIER_ADDRESS,
  SHIELD_VAULT_ADDRESS,
  SPEND_POLICY_ACCOUNT_IMPL_ADDRESS,
  SPEND_POLICY_FACTORY_ADDRESS,
  SPEND_POLICY_FACTORY_PRIOR_ADDRESSES,
  STEALTH_ANNOUNCER_ADDRESS,
  TRANSFER_CONTRACT_ADDRESS,
} from './addresses.js'
export { formatUsdc, parseUsdc } from './amount.js'
export {
  BRIDGE_CHAINS,
  type BridgeChain,
  type BridgeChainName,
  bridgeChainByChainId,
  chainExplorerTxUrl,
  chainLabel,
  HUB_CHAIN_NAMES,
  type HubChainName,
  isHubChain,
} from './bridgeChains.js'
export type { ClientPair, ReadClient, WriteClient } from './clients.js'
export {
  BLOCKLISTED_TEST_ADDRESS,
  MAX_LOG_RANGE,
  PRIMARY_BRIDGE_DOMAIN,
  PRIMARY_CHAIN_ID,
  USDC_DECIMALS,
} from './constants.js'
export { STEALTH_ANNOUNCER_DEPLOY_BLOCK, TRANSFER_DEPLOY_BLOCK } from './deployBlocks.js'
export { EXPLORER_API_URL, EXPLORER_URL, FAUCET_URL, RPC_URL, WS_URL } from './endpoints.js'
export { endpointsByHealth } from './endpointsByHealth.js'
export { explorerAddressUrl, explorerTxUrl } from './explorer.js'
export { type ExplorerLogQuery, explorerLogs } from './explorerApi/explorerLogs.js'
export { clearExplorerState } from './explorerApi/explorerState.js'
export { EXPLORER_MAX_LAG_BLOCKS, type ExplorerHealth, explorerUsable } from './explorerApi/explorerUsable.js'
export type { ExplorerOptions } from './explorerApi/options.js'
export {
  gasReserve,
  MIN_GAS_RESERVE,
  PAY_GAS_LIMIT,
  readGasReserve,
  SEND_GAS_LIMIT,
  spendableAfterGas,
} from './gasReserve.js'
export type { IssuerRequestOptions, IssuerWaitOptions } from './issuerApi/options.js'
export { clearIssuerState } from './issuerApi/pace.js'
export { type EncodedEvent, type EventArgs, eventDecoder } from './logs/eventDecoder.js'
export type {
  EventIndexOptions,
  EventStore,
  StoredEvent,
  StoredEventPage,
  StoredEvents,
} from './logs/eventIndex.js'
export { type DecodedLog, type GetLogsChunkedParameters, getLogsChunked } from './logs/getLogsChunked.js'
export { type ReadLogsResult, readLogs } from './logs/readLogs.js'
export { type LogPage, type LogProgress, type LogQuery, type ReadLogsOptions, streamLogs } from './logs/streamLogs.js'
export { assertNetwork, chainIdOf, deploymentOf } from './network.js'
export { percentOf, type Refusal, type RefusalCode, type RefusalFix, usdc } from './refusal.js'
export {
  type ChainDeployment,
  DEPLOYMENTS,
  type DeploymentOverride,
  deployedChainIds,
  deploymentFor,
  overrideDeployment,
  RPC_URLS,
  requireDeployment,
  SIGNING_RPC_URLS,
} from './registry.js'
export {
  DEFAULT_TOKEN,
  defaultTokenFor,
  PRIMARY_TOKENS,
  spendableTokensFor,
  TOKENS_BY_CHAIN,
  type Token,
  tokenByAddress,
  tokenBySymbol,
  tokensFor,
} from './tokens.js'
export type { WriteOptions, WriteStep } from './transaction/execute.js'
export { findTransactionByNonce } from './transaction/findTransactionByNonce.js'
export {
  type LateWaitOptions,
  type ReceiptOptions,
  type WaitOptions,
  waitForReceipt,
} from './transaction/waitForReceipt.js'
export { pollingIntervalFor, primaryChain, viemChainFor } from './viemChain.js'
