import type { Address } from 'viem'
import { carrier, type Entry, type Known, type Walk } from '../entry/Entry.js'
import { limitOf } from './erc20.js'

/**
 * ERC-721 and ERC-1155, as far as ERC-20 does not have the same functions, and ERC-6909, which has several tokens in one contract. The
 * numbers of collectibles are not amounts.
 */
export function collectibleEntries(): Entry[] {
  return [
    carrier('function safeTransferFrom(address from, address to, uint256 number)', transfer),
    carrier('function safeTransferFrom(address from, address to, uint256 number, bytes data)', transfer),
    carrier(
      'function safeTransferFrom(address from, address to, uint256 number, uint256 amount, bytes data)',
      transfer,
    ),
    carrier(
      'function safeBatchTransferFrom(address from, address to, uint256[] numbers, uint256[] amounts, bytes data)',
      transfer,
    ),
    carrier('function transfer(address to, uint256 id, uint256 amount)', ([payee, , amount], call, walk) =>
      walk.move(call, { payee, token: call.to, amount, carrier: 'transfer' }),
    ),
    carrier(
      'function transferFrom(address from, address to, uint256 id, uint256 amount)',
      ([payer, payee, , amount], call, walk) =>
        walk.move(call, { payer, payee, token: call.to, amount, carrier: 'transferFrom' }),
    ),
    carrier('function approve(address spender, uint256 id, uint256 amount)', ([payee, , amount], call, walk) =>
      walk.move(call, { payee, token: call.to, amount: limitOf(amount), carrier: 'approval' }),
    ),
    // Also of vaults that pay later (ERC-7540).
    carrier('function setOperator(address operator, bool approved)', ([payee, isApproved], call, walk) =>
      walk.move(call, { payee, token: call.to, amount: isApproved ? undefined : 0n, carrier: 'approval' }),
    ),
    carrier('function setApprovalForAll(address operator, bool approved)', ([payee, isApproved], call, walk) =>
      walk.move(call, { payee, token: call.to, amount: isApproved ? undefined : 0n, carrier: 'approval' }),
    ),
  ]
}

function transfer([payer, payee]: readonly [Address, Address, ...unknown[]], call: Known, walk: Walk): undefined {
  walk.move(call, { payer, payee, token: call.to, amount: undefined, carrier: 'transferFrom' })
}
