/**
 * Whether an error tells how a transaction ended. Every other error leaves that open, also one nobody foresaw: what is
 * under way then stays in the journal.
 */
export function isEnd(error: unknown): boolean {
  return error instanceof Error && ENDS.has(error.name)
}

const ENDS = new Set([
  'CallRefusedError',
  'TransactionRevertedError',
  'TransactionReplacedError',
  'ClaimHashNotFoundError',
  'WrongClaimCodeError',
  'TransferLockedError',
  'TransferUnavailableError',
  'BurnNotFoundError',
  'HubRefusedError',
  'HubMintFailedError',
])
