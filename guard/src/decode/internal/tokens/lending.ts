import type { Address } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'

/**
 * Morpho: what goes in for another account, comes out to one, or is borrowed for one. And the right to borrow or to withdraw in the
 * caller's name, which Morpho, Aave and Compound have functions of their own for.
 */
export function lendingEntries(): Entry[] {
  const market =
    '(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) market' as const
  return [
    ...carriers(
      ['supply', 'repay'],
      `(${market}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
      ([{ loanToken }, assets, , payee], call, walk) => pay(call, walk, payee, loanToken, assets),
    ),
    ...carriers(
      ['withdraw', 'borrow'],
      `(${market}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
      ([{ loanToken }, assets, , , payee], call, walk) => pay(call, walk, payee, loanToken, assets),
    ),
    carrier(
      `function supplyCollateral(${market}, uint256 assets, address onBehalf, bytes data)`,
      ([{ collateralToken }, assets, payee], call, walk) => pay(call, walk, payee, collateralToken, assets),
    ),
    carrier(
      `function withdrawCollateral(${market}, uint256 assets, address onBehalf, address receiver)`,
      ([{ collateralToken }, assets, , payee], call, walk) => pay(call, walk, payee, collateralToken, assets),
    ),
    ...carriers(['setAuthorization', 'allow'], '(address manager, bool isAllowed)', ([payee, isAllowed], call, walk) =>
      isAllowed ? empower(call, walk, call.payer, payee) : undefined,
    ),
    carrier(
      'function setAuthorizationWithSig((address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline) authorization, (uint8 v, bytes32 r, bytes32 s) signature)',
      ([{ authorizer, authorized, isAuthorized }], call, walk) =>
        isAuthorized ? empower(call, walk, authorizer, authorized) : undefined,
    ),
    carrier(
      'function allowBySig(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
      ([owner, payee, isAllowed], call, walk) => (isAllowed ? empower(call, walk, owner, payee) : undefined),
    ),
    carrier('function approveDelegation(address delegatee, uint256 amount)', ([payee, amount], call, walk) =>
      amount === 0n ? undefined : empower(call, walk, call.payer, payee),
    ),
  ]
}

function pay(call: Known, walk: Walk, payee: Address, token: Address, assets: bigint): undefined {
  // Without assets it is a number of shares, or all of them.
  walk.move(call, { payee, token, amount: assets === 0n ? undefined : assets, carrier: 'vault' })
}

function empower(call: Known, walk: Walk, payer: Address, payee: Address): undefined {
  walk.move(call, { payer, payee, token: call.to, amount: undefined, carrier: 'delegation' })
}
