import type { Address } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from './Entry.js'
import { coinMark } from './named.js'
import { MalformedAbi } from './readAbi.js'
import { endsOf, payOut } from './swaps.js'

/**
 * Routers of other exchanges: Trader Joe, Velodrome and Aerodrome, Algebra, PancakeSwap; and those that find a way over several:
 * 1inch, ParaSwap, KyberSwap, SushiSwap. What the last four do with the money is code of its own, so their calls count as unread too.
 */
export function otherRouterEntries(): Entry[] {
  return [...traderJoeEntries(), ...velodromeEntries(), ...poolEntries(), ...aggregatorEntries()]
}

const feeOnTransfer = 'SupportingFeeOnTransferTokens'
const between = ['swapExactTokensForTokens', 'swapTokensForExactTokens', `swapExactTokensForTokens${feeOnTransfer}`]
/** Swaps of the chain's coin, under the name that it has there. */
const from = (coin: string) => [
  `swapExact${coin}ForTokens`,
  `swap${coin}ForExactTokens`,
  `swapExact${coin}ForTokens${feeOnTransfer}`,
]
const into = (coin: string) => [
  `swapExactTokensFor${coin}`,
  `swapTokensForExact${coin}`,
  `swapExactTokensFor${coin}${feeOnTransfer}`,
]

function traderJoeEntries(): Entry[] {
  const route = '(uint256[] steps, uint8[] versions, address[] tokens) path'
  return [
    // Version 1 has the functions of Uniswap's, with the coin's name.
    ...carriers(
      from('AVAX'),
      '(uint256 limit, address[] path, address to, uint256 deadline) payable',
      ([, path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      into('AVAX'),
      '(uint256 amount, uint256 limit, address[] path, address to, uint256 deadline)',
      ([, , , to], call, walk) => payOut(call, walk, undefined, to),
    ),
    // Version 2.
    ...carriers(
      between,
      '(uint256 amount, uint256 limit, uint256[] steps, address[] path, address to, uint256 deadline)',
      ([, , , path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      from('AVAX'),
      '(uint256 limit, uint256[] steps, address[] path, address to, uint256 deadline) payable',
      ([, , path, to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
    ...carriers(
      into('AVAX'),
      '(uint256 amount, uint256 limit, uint256[] steps, address[] path, address to, uint256 deadline)',
      ([, , , , to], call, walk) => payOut(call, walk, undefined, to),
    ),
    // Versions 2.1 and 2.2.
    ...carriers(
      between,
      `(uint256 amount, uint256 limit, ${route}, address to, uint256 deadline)`,
      ([, , { tokens }, to], call, walk) => payOut(call, walk, endsOf(tokens)[1], to),
    ),
    ...carriers(
      from('NATIVE'),
      `(uint256 limit, ${route}, address to, uint256 deadline) payable`,
      ([, { tokens }, to], call, walk) => payOut(call, walk, endsOf(tokens)[1], to),
    ),
    ...carriers(
      into('NATIVE'),
      `(uint256 amount, uint256 limit, ${route}, address to, uint256 deadline)`,
      ([, , , to], call, walk) => payOut(call, walk, undefined, to),
    ),
  ]
}

/** Version 1 names no factory. */
function velodromeEntries(): Entry[] {
  return [
    '(address from, address to, bool stable)[] routes' as const,
    '(address from, address to, bool stable, address factory)[] routes' as const,
  ].flatMap((routes) => [
    ...carriers(
      ['swapExactTokensForTokens', `swapExactTokensForTokens${feeOnTransfer}`],
      `(uint256 amount, uint256 limit, ${routes}, address to, uint256 deadline)`,
      ([, , all, to], call, walk) => payOut(call, walk, lastOf(all), to),
    ),
    ...carriers(
      ['swapExactETHForTokens', `swapExactETHForTokens${feeOnTransfer}`],
      `(uint256 limit, ${routes}, address to, uint256 deadline) payable`,
      ([, all, to], call, walk) => payOut(call, walk, lastOf(all), to),
    ),
    ...carriers(
      ['swapExactTokensForETH', `swapExactTokensForETH${feeOnTransfer}`],
      `(uint256 amount, uint256 limit, ${routes}, address to, uint256 deadline)`,
      ([, , , to], call, walk) => payOut(call, walk, undefined, to),
    ),
  ])
}

/** Forks of Uniswap's version 3 that name a pool otherwise than by its fee, and PancakeSwap's pools of stable coins. */
function poolEntries(): Entry[] {
  const amounts = 'uint256 deadline, uint256 amount, uint256 limit, uint160 limitSqrtPrice'
  return [
    ...carriers(
      ['exactInputSingle', 'exactOutputSingle'],
      `((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, ${amounts}) params) payable`,
      ([{ tokenOut, recipient }], call, walk) => payOut(call, walk, tokenOut, recipient),
    ),
    ...carriers(
      ['exactInputSingle', `exactInputSingle${feeOnTransfer}`],
      `((address tokenIn, address tokenOut, address recipient, ${amounts}) params) payable`,
      ([{ tokenOut, recipient }], call, walk) => payOut(call, walk, tokenOut, recipient),
    ),
    ...carriers(
      ['exactInputSingle', `exactInputSingle${feeOnTransfer}`, 'exactOutputSingle'],
      `((address tokenIn, address tokenOut, address deployer, address recipient, ${amounts}) params) payable`,
      ([{ tokenOut, recipient }], call, walk) => payOut(call, walk, tokenOut, recipient),
    ),
    ...carriers(
      ['exactInputStableSwap', 'exactOutputStableSwap'],
      '(address[] path, uint256[] flags, uint256 amount, uint256 limit, address to) payable',
      ([path, , , , to], call, walk) => payOut(call, walk, endsOf(path)[1], to),
    ),
  ]
}

function aggregatorEntries(): Entry[] {
  const oneInch =
    '(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 least, uint256 flags) desc'
  const paraSwap =
    '(address srcToken, address dstToken, uint256 amount, uint256 limit, uint256 quoted, bytes32 metadata, address beneficiary) swap'
  const kyberSwap =
    '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 least, uint256 flags, bytes permit) desc'
  return [
    ...[', bytes permit' as const, '' as const].map((permit) =>
      carrier(`function swap(address executor, ${oneInch}${permit}, bytes data) payable`, ([, desc], call, walk) => {
        // What is swapped goes to the first of them, which may be any account.
        payOut(call, walk, tokenAt(desc.srcToken), desc.srcReceiver, desc.amount)
        return payAfter(call, walk, desc.dstToken, desc.dstReceiver)
      }),
    ),
    ...carriers(
      ['swapExactAmountIn', 'swapExactAmountOut'],
      `(address executor, ${paraSwap}, uint256 partnerAndFee, bytes permit, bytes executorData) payable`,
      ([, { dstToken, beneficiary }], call, walk) => payAfter(call, walk, dstToken, beneficiary),
    ),
    carrier(
      `function swap((address callTarget, address approveTarget, bytes targetData, ${kyberSwap}, bytes clientData) execution) payable`,
      ([{ desc }], call, walk) => {
        for (const [index, payee] of desc.srcReceivers.entries())
          payOut(call, walk, tokenAt(desc.srcToken), payee, desc.srcAmounts[index])
        // A share or a sum, as a flag says.
        for (const payee of desc.feeReceivers) payOut(call, walk, tokenAt(desc.srcToken), payee)
        return payAfter(call, walk, desc.dstToken, desc.dstReceiver)
      },
    ),
    carrier(
      'function processRoute(address tokenIn, uint256 amount, address tokenOut, uint256 least, address to, bytes route) payable',
      ([, , tokenOut, , to], call, walk) => payAfter(call, walk, tokenOut, to),
    ),
    ...carriers(
      ['processRouteWithTransferValueInput', 'processRouteWithTransferValueOutput'],
      '(address valueTo, uint256 value, address tokenIn, uint256 amount, address tokenOut, uint256 least, address to, bytes route) payable',
      ([valueTo, value, , , tokenOut, , to], call, walk) => {
        payOut(call, walk, undefined, valueTo, value)
        return payAfter(call, walk, tokenOut, to)
      },
    ),
  ]
}

/** What the calls in between do is not read. */
function payAfter(call: Known, walk: Walk, token: Address, payee: Address): undefined {
  payOut(call, walk, tokenAt(token), payee)
  walk.leaveUnread(call)
}

function tokenAt(token: Address): Address | undefined {
  return token === coinMark ? undefined : token
}

/** What comes out of the last pool. */
function lastOf(routes: readonly { readonly to: Address }[]): Address {
  const last = routes.at(-1)
  if (last === undefined) throw new MalformedAbi()
  return last.to
}
