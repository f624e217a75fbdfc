/** The reads that a write on protected transfers changes. */
export const TRANSFERS = [
  'getTransfer',
  'findTransfer',
  'listOpenTransfers',
  'listSentTransfers',
  'findPaymentLink',
  'listPaymentLinks',
  'previewPaymentLink',
  'findLinkPayments',
  'getAllowance',
  'getPermitAllowance',
  'getCleanHistory',
  'verifiedRecipients',
  'planOperation',
] as const

/** The reads that a write on boxes and the vault changes. */
export const BOXES = [
  'getBox',
  'boxes',
  'readAccount',
  'assertBoxFundable',
  'awaitBoxFunded',
  'vaultBalance',
  'discoverStealthBoxes',
  'announcements',
  'getAllowance',
  'getCleanHistory',
  'planOperation',
] as const

/** The reads that a write of the Hub changes. */
export const HUB = [
  'hubBalance',
  'hubDeposits',
  'findHubMint',
  'findHubMintOnChain',
  'isHubDelegate',
  'readHubWithdrawal',
  'getCleanHistory',
  'planOperation',
] as const

/** The reads that a write of the Bridge changes. */
export const BRIDGE = [
  'findBurns',
  'getBridgeStatus',
  'findForwardedMint',
  'waitForForwardedMint',
  'verifyForwardedMint',
  'getCleanHistory',
  'planOperation',
] as const
