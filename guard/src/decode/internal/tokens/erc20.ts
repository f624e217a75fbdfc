import { type Address, maxUint256 } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { visitAll } from '../entry/visitAll.js'

/** ERC-20 and its extensions: EIP-2612, EIP-3009, ERC-1363 and ERC-677, ERC-777, DAI's permit. */
export function erc20Entries(): Entry[] {
  return [
    carrier('function transfer(address to, uint256 amount)', transfer),
    carrier('function transferAndCall(address to, uint256 amount)', transfer),
    carrier('function transferAndCall(address to, uint256 amount, bytes data)', transfer),
    carrier('function transferFrom(address from, address to, uint256 amount)', transferFrom),
    carrier('function transferFromAndCall(address from, address to, uint256 amount)', transferFrom),
    carrier('function transferFromAndCall(address from, address to, uint256 amount, bytes data)', transferFrom),
    carrier('function send(address to, uint256 amount, bytes data)', ([to, amount, data], call, walk) => {
      // Some accounts execute a call by it.
      if (call.payer === call.to) visitAll(call, walk, [{ to, value: amount, data }])
      else transfer([to, amount], call, walk)
      return undefined
    }),
    carrier(
      'function operatorSend(address from, address to, uint256 amount, bytes data, bytes operatorData)',
      transferFrom,
    ),
    carrier('function authorizeOperator(address operator)', ([payee], call, walk) =>
      approve([payee, maxUint256], call, walk),
    ),
    carrier('function approve(address spender, uint256 amount)', approve),
    carrier('function approveAndCall(address spender, uint256 amount)', approve),
    carrier('function approveAndCall(address spender, uint256 amount, bytes data)', approve),
    carrier('function increaseAllowance(address spender, uint256 added)', approve),
    carrier('function increaseApproval(address spender, uint256 added)', approve),
    carrier(
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      permit,
    ),
    carrier(
      'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
      permit,
    ),
    carrier(
      'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
      ([owner, spender, , , isAllowed], call, walk) =>
        permit([owner, spender, isAllowed ? maxUint256 : 0n], call, walk),
    ),
    carrier(`function transferWithAuthorization(${authorization}, uint8 v, bytes32 r, bytes32 s)`, authorized),
    carrier(`function transferWithAuthorization(${authorization}, bytes signature)`, authorized),
    carrier(`function receiveWithAuthorization(${authorization}, uint8 v, bytes32 r, bytes32 s)`, authorized),
    carrier(`function receiveWithAuthorization(${authorization}, bytes signature)`, authorized),
    ...harmlessFunctions.map((one) => harmless(`function ${one}`)),
  ]
}

const authorization =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce' as const

const harmlessFunctions = [
  'decreaseAllowance(address, uint256)',
  'decreaseApproval(address, uint256)',
  'cancelAuthorization(address, bytes32, uint8, bytes32, bytes32)',
  'cancelAuthorization(address, bytes32, bytes)',
  'balanceOf(address)',
  'allowance(address, address)',
  'nonces(address)',
  'authorizationState(address, bytes32)',
  'isBlacklisted(address)',
  'DOMAIN_SEPARATOR()',
  'decimals()',
  'symbol()',
  'name()',
  'version()',
  'totalSupply()',
]

/** A spender's allowance of a token: undefined where it is unlimited. */
export function limitOf(amount: bigint, unlimited = maxUint256): bigint | undefined {
  return amount === unlimited ? undefined : amount
}

function transfer([payee, amount]: readonly [Address, bigint, ...unknown[]], call: Known, walk: Walk): undefined {
  walk.move(call, { payee, token: call.to, amount, carrier: 'transfer' })
}

function transferFrom(
  [payer, payee, amount]: readonly [Address, Address, bigint, ...unknown[]],
  call: Known,
  walk: Walk,
): undefined {
  // Of a token that is not known it may be the number of a collectible, and 0 is one.
  const isNumber = amount === 0n && !walk.facts.contracts.has(call.to)
  walk.move(call, { payer, payee, token: call.to, amount: isNumber ? undefined : amount, carrier: 'transferFrom' })
}

function approve([payee, amount]: readonly [Address, bigint, ...unknown[]], call: Known, walk: Walk): undefined {
  walk.move(call, { payee, token: call.to, amount: limitOf(amount), carrier: 'approval' })
}

function permit(
  [payer, payee, amount]: readonly [Address, Address, bigint, ...unknown[]],
  call: Known,
  walk: Walk,
): undefined {
  walk.move(call, { payer, payee, token: call.to, amount: limitOf(amount), carrier: 'permit' })
}

function authorized(
  [payer, payee, amount]: readonly [Address, Address, bigint, ...unknown[]],
  call: Known,
  walk: Walk,
): undefined {
  walk.move(call, { payer, payee, token: call.to, amount, carrier: 'authorization' })
}
