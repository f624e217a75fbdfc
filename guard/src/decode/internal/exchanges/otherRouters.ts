import type { Address } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { coinMark } from '../entry/named.js'
import { MalformedAbi } from '../entry/readAbi.js'
import { visitAll } from '../entry/visitAll.js'
import { endsOf, payOut } from './swaps.js'

/**
 * Routers of other exchanges: Trader Joe, Velodrome and Aerodrome, Algebra, PancakeSwap, Balancer, Curve; and those that find a way over several:
 * 1inch, ParaSwap, KyberSwap, SushiSwap. What the last four do with the money is code of its own, so their calls count as unread too.
 */
export function otherRouterEntries(): Entry[] {
  return [
    ...traderJoeEntries(),
    ...velodromeEntries(),
    ...poolEntries(),
    ...balancerEntries(),
    ...curveEntries(),
    ...aggregatorEntries(),
  ]
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

/** What is in its vault pays who is named, and so do other accounts that have allowed a relayer to act for them. */
function balancerEntries(): Entry[] {
  const funds = '(address sender, bool fromBalance, address recipient, bool toBalance) funds' as const
  const step = '(bytes32 poolId, uint256 from, uint256 to, uint256 amount, bytes data)[] steps' as const
  const exit = '(address[] assets, uint256[] least, bytes data, bool toBalance) request' as const
  return [
    carrier(
      `function swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes data) step, ${funds}, uint256 limit, uint256 deadline) payable`,
      ([{ assetOut }, { sender, recipient }], call, walk) =>
        payOut({ ...call, payer: sender }, walk, assetOut, recipient),
    ),
    carrier(
      `function batchSwap(uint8 kind, ${step}, address[] assets, ${funds}, int256[] limits, uint256 deadline) payable`,
      ([, , assets, { sender, recipient }], call, walk) => {
        for (const asset of assets) payOut({ ...call, payer: sender }, walk, asset, recipient)
        return undefined
      },
    ),
    carrier(
      `function exitPool(bytes32 poolId, address sender, address recipient, ${exit})`,
      ([, payer, recipient, { assets }], call, walk) => {
        for (const asset of assets) payOut({ ...call, payer }, walk, asset, recipient)
        return undefined
      },
    ),
    carrier(
      `function joinPool(bytes32 poolId, address sender, address recipient, ${exit}) payable`,
      ([, payer, recipient, { assets }], call, walk) => {
        for (const asset of assets) payOut({ ...call, payer }, walk, asset, recipient)
        return undefined
      },
    ),
    carrier(
      'function manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] changes) payable',
      ([changes], call, walk) => {
        for (const { asset, amount, sender, recipient } of changes)
          payOut({ ...call, payer: sender }, walk, asset, recipient, amount)
        return undefined
      },
    ),
    carrier(
      'function setRelayerApproval(address sender, address relayer, bool isApproved)',
      ([payer, payee, isApproved], call, walk) =>
        isApproved
          ? walk.move(call, { payer, payee, token: call.to, amount: undefined, carrier: 'delegation' })
          : undefined,
    ),
  ]
}

/** Pools that pay out to a receiver, and the router over them. What comes out has a number alone: the chain's coin stands for it. */
function curveEntries(): Entry[] {
  const pays = (to: Address, call: Known, walk: Walk) => payOut(call, walk, undefined, to)
  return [
    ...carriers(
      ['exchange', 'exchange_received', 'exchange_underlying'],
      '(int128 from, int128 to, uint256 amount, uint256 least, address receiver) payable',
      ([, , , , to], call, walk) => pays(to, call, walk),
    ),
    ...carriers(
      ['exchange', 'exchange_underlying'],
      '(uint256 from, uint256 to, uint256 amount, uint256 least, bool isCoin, address receiver) payable',
      ([, , , , , to], call, walk) => pays(to, call, walk),
    ),
    ...carriers(
      ['exchange', 'exchange_received'],
      '(uint256 from, uint256 to, uint256 amount, uint256 least, address receiver)',
      ([, , , , to], call, walk) => pays(to, call, walk),
    ),
    carrier(
      'function exchange(address[11] route, uint256[5][5] steps, uint256 amount, uint256 least, address[5] pools, address receiver) payable',
      ([, , , , , to], call, walk) => pays(to, call, walk),
    ),
    carrier(
      'function remove_liquidity_one_coin(uint256 amount, int128 index, uint256 least, address receiver)',
      ([, , , to], call, walk) => pays(to, call, walk),
    ),
    ...([2, 3, 4] as const).flatMap((count) => [
      carrier(
        `function remove_liquidity(uint256 amount, uint256[${count}] least, address receiver)`,
        ([, , to], call, walk) => pays(to, call, walk),
      ),
      carrier(
        `function add_liquidity(uint256[${count}] amounts, uint256 least, address receiver)`,
        ([, , to], call, walk) => pays(to, call, walk),
      ),
    ]),
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
    ...oneStepEntries(),
    carrier(
      'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
      ([operator, token, amount, to, data], call, walk) => {
        // Of 0x: for this call the operator may take so much.
        if (operator !== to) walk.move(call, { payee: operator, token, amount, carrier: 'approval' })
        visitAll(call, walk, [{ to, data }])
        return undefined
      },
    ),
    ...[['execute', ''] as const, ['executeMetaTxn', ', address sender, bytes signature'] as const].flatMap(
      ([name, rest]) =>
        carriers(
          [name],
          `((address recipient, address token, uint256 least) slippage, bytes[] actions, bytes32 zid${rest}) payable`,
          ([{ recipient, token }], call, walk) => payAfter(call, walk, token, recipient),
        ),
    ),
    carrier(
      'function swap((address tokenIn, uint256 amount, address receiverIn, address tokenOut, uint256 quoted, uint256 least, address receiver) info, bytes path, address executor, uint32 code) payable',
      ([{ tokenOut, receiver }], call, walk) => payAfter(call, walk, tokenOut, receiver),
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

/** Swaps of 1inch and OKX that go from pool to pool, to a receiver. What comes out is not named: the chain's coin stands for it. */
function oneStepEntries(): Entry[] {
  const pays = (payee: bigint | Address, call: Known, walk: Walk) =>
    payOut(call, walk, undefined, typeof payee === 'bigint' ? toAddress(payee) : payee)
  const dexes = ['', ', uint256 dex2', ', uint256 dex2, uint256 dex3'] as const
  return [
    ...dexes.flatMap((more, index) => [
      ...carriers(
        [`unoswapTo${index === 0 ? '' : index + 1}`],
        `(uint256 to, uint256 token, uint256 amount, uint256 least, uint256 dex${more})`,
        ([to], call, walk) => pays(to, call, walk),
      ),
      ...carriers(
        [`ethUnoswapTo${index === 0 ? '' : index + 1}`],
        `(uint256 to, uint256 least, uint256 dex${more}) payable`,
        ([to], call, walk) => pays(to, call, walk),
      ),
    ]),
    ...(
      [
        ['', ''],
        ['WithPermit', ', bytes permit'],
      ] as const
    ).flatMap(([name, permit]) => [
      ...carriers(
        [`unoswapTo${name}`],
        `(address to, address token, uint256 amount, uint256 least, uint256[] pools${permit}) payable`,
        ([to], call, walk) => pays(to, call, walk),
      ),
      ...carriers(
        [`uniswapV3SwapTo${name}`],
        permit
          ? `(address to, address token, uint256 amount, uint256 least, uint256[] pools${permit}) payable`
          : '(address to, uint256 amount, uint256 least, uint256[] pools) payable',
        ([to], call, walk) => pays(to, call, walk),
      ),
    ]),
    carrier(
      'function clipperSwapTo(address clipper, address to, address token, address tokenOut, uint256 amount, uint256 least, uint256 until, bytes32 r, bytes32 vs) payable',
      ([, to, , tokenOut], call, walk) => payOut(call, walk, tokenAt(tokenOut), to),
    ),
    carrier(
      'function uniswapV3SwapTo(uint256 to, uint256 amount, uint256 least, uint256[] pools) payable',
      ([to], call, walk) => pays(to, call, walk),
    ),
    carrier(
      'function unxswapTo(uint256 token, uint256 amount, uint256 least, address to, bytes32[] pools) payable',
      ([, , , to], call, walk) => pays(to, call, walk),
    ),
  ]
}

/** The low bytes of a number. */
function toAddress(number: bigint): Address {
  return `0x${(number % 2n ** 160n).toString(16).padStart(40, '0')}`
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
