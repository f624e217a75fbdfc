import { type Address, maxUint256 } from 'viem'
import { carrier, carriers, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { limitOf } from '../tokens/erc20.js'
import { endsOf, endsOfPacked, payOut } from './swaps.js'

/**
 * Uniswap's routers of versions 2 and 3, `SwapRouter02` among them, with the functions that pay out after a swap. Only what goes to
 * another account than the caller is reported. The token contracts of a path are not payees.
 */
export function swapRouterEntries(): Entry[] {
  return [
    ...carriers(
      ['swapExactTokensForTokens', 'swapTokensForExactTokens', 'swapExactTokensForTokensSupportingFeeOnTransferTokens'],
      '(uint256 amount, uint256 limit, address[] path, address to, uint256 deadline)',
      ([, , path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      ['swapExactTokensForTokens', 'swapTokensForExactTokens'],
      '(uint256 amount, uint256 limit, address[] path, address to) payable',
      ([, , path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      ['swapExactETHForTokens', 'swapETHForExactTokens', 'swapExactETHForTokensSupportingFeeOnTransferTokens'],
      '(uint256 amount, address[] path, address to, uint256 deadline) payable',
      ([, path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      ['swapExactTokensForETH', 'swapTokensForExactETH', 'swapExactTokensForETHSupportingFeeOnTransferTokens'],
      '(uint256 amount, uint256 limit, address[] path, address to, uint256 deadline)',
      ([, , , to], call, walk) => payOut(call, walk, undefined, to),
    ),
    // With a deadline, and without.
    ...['uint256 deadline, ' as const, '' as const].flatMap((deadline) => [
      ...carriers(
        ['exactInputSingle', 'exactOutputSingle'],
        `((address tokenIn, address tokenOut, uint24 fee, address recipient, ${deadline}uint256 amount, uint256 limit, uint160 sqrtPriceLimitX96) params) payable`,
        ([{ tokenOut, recipient }], call, walk) => payOut(call, walk, tokenOut, recipient),
      ),
      carrier(
        `function exactInput((bytes path, address recipient, ${deadline}uint256 amount, uint256 limit) params) payable`,
        ([{ path, recipient }], call, walk) => payOut(call, walk, endsOfPacked(path)[1], recipient),
      ),
      // The path of an exact output begins with what comes out.
      carrier(
        `function exactOutput((bytes path, address recipient, ${deadline}uint256 amount, uint256 limit) params) payable`,
        ([{ path, recipient }], call, walk) => payOut(call, walk, endsOfPacked(path)[0], recipient),
      ),
    ]),
    carrier('function unwrapWETH9(uint256 least, address recipient) payable', ([, to], call, walk) =>
      payOut(call, walk, undefined, to),
    ),
    carrier(
      'function sweepToken(address token, uint256 least, address recipient) payable',
      ([token, , to], call, walk) => payOut(call, walk, token, to),
    ),
    carrier(
      'function unwrapWETH9WithFee(uint256 least, address recipient, uint256 share, address feeRecipient) payable',
      ([, to, , feeTo], call, walk) => payBoth(call, walk, undefined, [to, feeTo]),
    ),
    carrier(
      'function sweepTokenWithFee(address token, uint256 least, address recipient, uint256 share, address feeRecipient) payable',
      ([token, , to, , feeTo], call, walk) => payBoth(call, walk, token, [to, feeTo]),
    ),
    carrier(
      'function unwrapWETH9WithFee(uint256 least, uint256 share, address feeRecipient) payable',
      ([, , feeTo], call, walk) => payOut(call, walk, undefined, feeTo),
    ),
    carrier(
      'function sweepTokenWithFee(address token, uint256 least, uint256 share, address feeRecipient) payable',
      ([token, , , feeTo], call, walk) => payOut(call, walk, token, feeTo),
    ),
    ...carriers(
      ['selfPermit', 'selfPermitIfNecessary'],
      '(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
      ([token, value], call, walk) => permit(call, walk, token, value),
    ),
    ...carriers(
      ['selfPermitAllowed', 'selfPermitAllowedIfNecessary'],
      '(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s) payable',
      ([token], call, walk) => permit(call, walk, token, maxUint256),
    ),
    // To the caller.
    carrier('function unwrapWETH9(uint256 least) payable', (_, call, walk) => walk.release(call.to)),
    carrier('function sweepToken(address token, uint256 least) payable', (_, call, walk) => walk.release(call.to)),
    // The rest of the coin, and what is wrapped within the router.
    ...['refundETH()', 'wrapETH(uint256)'].map((one) => harmless(`function ${one}`)),
  ]
}

function payBoth(call: Known, walk: Walk, token: Address | undefined, payees: readonly Address[]): undefined {
  for (const payee of payees) payOut(call, walk, token, payee)
}

/** The caller's permit, for the router. */
function permit(call: Known, walk: Walk, token: Address, amount: bigint): undefined {
  walk.move(call, { payee: call.to, token, amount: limitOf(amount), carrier: 'permit' })
}
