import { parseAbi } from 'viem'

/** What the library calls of the Hub's wallet contract, and the errors that can come back. */
export const hubWalletAbi = parseAbi([
  'function deposit(address token, uint256 value)',
  'function isTokenSupported(address token) view returns (bool)',
  'function initiateWithdrawal(address token, uint256 value)',
  'function withdraw(address token)',
  'function availableBalance(address token, address depositor) view returns (uint256)',
  'function withdrawingBalance(address token, address depositor) view returns (uint256)',
  'function withdrawalBlock(address token, address depositor) view returns (uint256)',
  'error DepositValueMustBePositive()',
  'error UnsupportedToken(address token)',
  'error AccountDenylisted(address account)',
  'error EnforcedPause()',
  'error WithdrawalValueMustBePositive()',
  'error WithdrawalValueExceedsAvailableBalance()',
  'error NoWithdrawingBalance()',
  'error WithdrawalNotYetAvailable()',
])
