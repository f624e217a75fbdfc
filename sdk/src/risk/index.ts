export type { Limiter } from '../chain/explorerApi/limiter.js'
export type {
  AddressSource,
  LookalikeSide,
  ReferenceStrength,
  RiskLevel,
  RiskReason,
  RiskReport,
  RiskRuleCode,
} from '../errors/risk.js'
export {
  acknowledgementCovers,
  MAX_ACKNOWLEDGEMENT_AGE_MS,
  type RiskAcknowledgement,
} from './acknowledgementCovers.js'
export { type BuildDossierOptions, buildDossier, type Dossier, type DossierField } from './buildDossier.js'
export { type CacheStats, CachingDataProvider, type CachingDataProviderOptions } from './CachingDataProvider.js'
export { type CheckOptions, check, type OwnBox, type VerifiedRecipients } from './check.js'
export { checkPayment } from './checkPayment.js'
export { type Advisory, clampVerdict } from './clampVerdict.js'
export { craftLookalike } from './craftLookalike.js'
export { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'
export { evaluateRisk } from './evaluateRisk.js'
export { FallbackDataProvider, type FallbackDataProviderOptions, type ProviderFailure } from './FallbackDataProvider.js'
export { findNearMisses, type NearMiss } from './findNearMisses.js'
export {
  type AddressComparison,
  type AddressGroup,
  type AddressSegment,
  type FormatComparisonOptions,
  formatComparison,
} from './formatComparison.js'
export { AFFIX_LENGTH, isLookalike } from './grades/isLookalike.js'
export { FRESH_ADDRESS_MAX_AGE_MS } from './grades/thresholds.js'
export { guardPayment } from './guardPayment.js'
export { type GuardSendOptions, guardSend } from './guardSend.js'
export type {
  ActivityOptions,
  AddressActivity,
  CounterpartyScan,
  DataProviderOptions,
  EvidenceOptions,
  HistoryExtent,
  HistoryOptions,
  HistoryReading,
  IDataProvider,
} from './history/IDataProvider.js'
export type { PairDecision } from './history/PairDecision.js'
export {
  type Bait,
  type Counterparty,
  extendHistory,
  type HistoryReferences,
  type PreparedHistory,
  prepareHistory,
  type ZeroValueBait,
} from './history/prepareHistory.js'
export type { HistoryRecord, SenderHistory, SettledRecipient } from './history/SenderHistory.js'
export { isForWantOfData } from './isForWantOfData.js'
export { MergedDataProvider } from './MergedDataProvider.js'
export type { PayerChains, Payment, PaymentChain, PaymentToCheck } from './Payment.js'
export type { PaymentGuardOptions } from './PaymentGuardOptions.js'
export { payerProvider } from './payerProvider.js'
export {
  RpcDataProvider,
  type RpcDataProviderOptions,
  type RpcHistorySnapshot,
  type RpcSyncOptions,
} from './RpcDataProvider.js'
export { type PayerChainsOptions, readPayerChains } from './readPayerChains.js'
export { MAX_REPORT_AGE_MS } from './reportAge.js'
export type { RiskInput } from './rules/RiskInput.js'
export { shouldBlockSend } from './shouldBlockSend.js'
export { VerifiedRecipientIndex, type VerifiedRecipientIndexOptions } from './VerifiedRecipientIndex.js'
export type { VerifiedRecipientSource } from './verifiedRecipientSource.js'
