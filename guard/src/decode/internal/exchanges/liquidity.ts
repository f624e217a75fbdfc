import { type Address, type Hex, parseAbiParameters } from 'viem'
import { carrier, carriers, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { readAbi } from '../entry/readAbi.js'
import { settle } from './settle.js'
import { payOut } from './swaps.js'

/**
 * Positions in Uniswap's pools of versions 2 to 4: liquidity that goes in under another account, or comes out to one. What a position
 * holds is not in the calldata; the chain's coin stands for it.
 */
export function liquidityEntries(): Entry[] {
  return [
    carrier(
      'function addLiquidity(address tokenA, address tokenB, uint256 amountA, uint256 amountB, uint256 leastA, uint256 leastB, address to, uint256 deadline)',
      ([one, other, amount, otherAmount, , , to], call, walk) => {
        payOut(call, walk, one, to, amount)
        payOut(call, walk, other, to, otherAmount)
        return undefined
      },
    ),
    carrier(
      'function addLiquidityETH(address token, uint256 amount, uint256 least, uint256 leastNative, address to, uint256 deadline) payable',
      ([token, amount, , , to], call, walk) => {
        payOut(call, walk, token, to, amount)
        payOut(call, walk, undefined, to, call.value)
        return undefined
      },
    ),
    ...(['', ', bool approveMax, uint8 v, bytes32 r, bytes32 s'] as const).flatMap((permit) => [
      ...carriers(
        permit ? ['removeLiquidityWithPermit'] : ['removeLiquidity'],
        `(address tokenA, address tokenB, uint256 liquidity, uint256 leastA, uint256 leastB, address to, uint256 deadline${permit})`,
        ([one, other, , , , to], call, walk) => payBoth(call, walk, [one, other], to),
      ),
      ...carriers(
        permit
          ? ['removeLiquidityETHWithPermit', 'removeLiquidityETHWithPermitSupportingFeeOnTransferTokens']
          : ['removeLiquidityETH', 'removeLiquidityETHSupportingFeeOnTransferTokens'],
        `(address token, uint256 liquidity, uint256 least, uint256 leastNative, address to, uint256 deadline${permit})`,
        ([token, , , , to], call, walk) => payBoth(call, walk, [token, undefined], to),
      ),
    ]),
    carrier(
      'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0, uint256 amount1, uint256 least0, uint256 least1, address recipient, uint256 deadline) params) payable',
      ([{ token0, token1, amount0, amount1, recipient }], call, walk) => {
        payOut(call, walk, token0, recipient, amount0)
        payOut(call, walk, token1, recipient, amount1)
        return undefined
      },
    ),
    carrier(
      'function collect((uint256 tokenId, address recipient, uint128 most0, uint128 most1) params) payable',
      ([{ recipient }], call, walk) => payOut(call, walk, undefined, recipient),
    ),
    harmless('function decreaseLiquidity((uint256, uint128, uint256, uint256, uint256))'),
    harmless('function createAndInitializePoolIfNecessary(address, address, uint24, uint160)'),
    carrier('function modifyLiquidities(bytes unlockData, uint256 deadline) payable', ([data], call, walk) => {
      // The parameters say what is read.
      const [actions, inputs] = readAbi(unlocked, data) as [Hex, Hex[]]
      return settle(actions, inputs, call, walk)
    }),
    // Uniswap's name, and that of PancakeSwap Infinity.
    ...carriers(
      ['modifyLiquiditiesWithoutUnlock', 'modifyLiquiditiesWithoutLock'],
      '(bytes actions, bytes[] params) payable',
      ([actions, inputs], call, walk) => settle(actions, inputs, call, walk),
    ),
  ]
}

const unlocked = /* @__PURE__ */ parseAbiParameters('bytes actions, bytes[] params')

function payBoth(call: Known, walk: Walk, tokens: readonly (Address | undefined)[], to: Address): undefined {
  for (const token of tokens) payOut(call, walk, token, to)
}
