export { HUB_CHAIN_NAMES, type HubChainName, isHubChain } from '../chain/bridgeChains.js'
export { feeAtNextQuote } from '../chain/refusal.js'
export { addHubDelegate } from './addHubDelegate.js'
export { completeHubWithdrawal } from './completeHubWithdrawal.js'
export { DEPOSIT_CONFIRMATION_SECONDS, HUB_API_TESTNET, HUB_MINTER, HUB_WALLET } from './constants.js'
export { depositToHub } from './depositToHub.js'
export { findHubMint } from './findHubMint.js'
export { findHubMintOnChain } from './findHubMintOnChain.js'
export { hubBalance } from './hubBalance.js'
export { type HubDeposit, hubDeposits } from './hubDeposits.js'
export { hubShortfall } from './hubShortfall.js'
export { initiateHubWithdrawal } from './initiateHubWithdrawal.js'
export type { FollowOptions } from './internal/followSpend.js'
export { isHubDelegate } from './isHubDelegate.js'
export { isHubWithdrawal } from './isHubWithdrawal.js'
export { maxDepositable } from './maxDepositable.js'
export { maxHubSpendable } from './maxHubSpendable.js'
export { quoteHubSpend } from './quoteHubSpend.js'
export { type HubWithdrawal, readHubWithdrawal } from './readHubWithdrawal.js'
export { removeHubDelegate } from './removeHubDelegate.js'
export { resumeHubSpend } from './resumeHubSpend.js'
export { spendFromHub } from './spendFromHub.js'
export type {
  HubBalance,
  HubQuote,
  HubSpendResult,
  HubStep,
  HubTransferStatus,
  SignedHubSpend,
} from './types.js'
export { waitHubMint } from './waitHubMint.js'
