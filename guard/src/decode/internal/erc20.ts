import { maxUint256 } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from './Entry.js'

/** ERC-20 and what extends it: EIP-2612, EIP-3009, ERC-1363, ERC-677. */
export function erc20Entries(): Entry[] {
  return [
    carrier('function transfer(address to, uint256 amount)', ([payee, amount], call, walk) =>
      walk.move(call, { payee, token: call.to, amount, carrier: 'transfer' }),
    ),
    carrier('function transferFrom(address from, address to, uint256 amount)', ([payer, payee, amount], call, walk) =>
      walk.move(call, { payer, payee, token: call.to, amount, carrier: 'transferFrom' }),
    ),
    carrier('function approve(address spender, uint256 amount)', ([payee, amount], call, walk) =>
      allow(call, walk, payee, amount),
    ),
    carrier('function increaseAllowance(address spender, uint256 added)', ([payee, amount], call, walk) =>
      allow(call, walk, payee, amount),
    ),
    harmless('function decreaseAllowance(address spender, uint256 subtracted)'),
    ...['balanceOf(address)', 'allowance(address, address)', 'decimals()', 'symbol()', 'name()', 'totalSupply()'].map(
      (one) => harmless(`function ${one} view`),
    ),
  ]
}

/** An allowance of the caller. */
function allow(call: Known, walk: Walk, payee: Known['to'], amount: bigint): undefined {
  walk.move(call, { payee, token: call.to, amount: amount === maxUint256 ? undefined : amount, carrier: 'approval' })
}
