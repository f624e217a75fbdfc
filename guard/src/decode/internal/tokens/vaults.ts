import type { Address } from 'viem'
import { carrier, carriers, type Entry, type Known, type Walk } from '../entry/Entry.js'

/**
 * Vaults of ERC-4626, Aave and Compound: a deposit for another account, or a withdrawal to one. For ERC-4626 the vault is reported as
 * the token, since its calls do not name the asset.
 */
export function vaultEntries(): Entry[] {
  return [
    ...carriers(['deposit', 'mint'], '(uint256 amount, address receiver)', ([amount, payee], call, walk) =>
      pay(call, walk, { payee, token: call.to, amount }),
    ),
    ...carriers(
      ['withdraw', 'redeem'],
      '(uint256 amount, address receiver, address owner)',
      ([amount, payee, payer], call, walk) => pay(call, walk, { payer, payee, token: call.to, amount }),
    ),
    // ERC-7540: paid later, to whom controls the request.
    ...carriers(
      ['requestDeposit', 'requestRedeem'],
      '(uint256 amount, address controller, address owner)',
      ([amount, payee, payer], call, walk) => pay(call, walk, { payer, payee, token: call.to, amount }),
    ),
    ...carriers(
      ['deposit', 'mint'],
      '(uint256 amount, address receiver, address controller)',
      ([amount, payee, payer], call, walk) => pay(call, walk, { payer, payee, token: call.to, amount }),
    ),
    ...carriers(
      ['supply', 'deposit'],
      '(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
      ([token, amount, payee], call, walk) => pay(call, walk, { payee, token, amount }),
    ),
    carrier(
      'function supplyWithPermit(address asset, uint256 amount, address onBehalfOf, uint16 referral, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      ([token, amount, payee], call, walk) => pay(call, walk, { payee, token, amount }),
    ),
    carrier(
      'function repay(address asset, uint256 amount, uint256 mode, address onBehalfOf)',
      ([token, amount, , payee], call, walk) => pay(call, walk, { payee, token, amount }),
    ),
    // A token that wraps another one, or the chain's coin.
    carrier('function withdrawTo(address account, uint256 amount)', ([payee, amount], call, walk) =>
      pay(call, walk, { payee, token: call.to, amount }),
    ),
    carrier('function withdrawETH(address pool, uint256 amount, address to)', ([, amount, payee], call, walk) =>
      pay(call, walk, { payee, token: 'native', amount }),
    ),
    carrier('function depositETH(address pool, address onBehalfOf, uint16 referral) payable', ([, payee], call, walk) =>
      pay(call, walk, { payee, token: 'native', amount: call.value || 2n ** 256n - 1n }),
    ),
    carrier('function withdraw(address asset, uint256 amount, address to)', ([token, amount, payee], call, walk) =>
      pay(call, walk, { payee, token, amount }),
    ),
    ...carriers(
      ['supplyTo', 'withdrawTo'],
      '(address to, address asset, uint256 amount)',
      ([payee, token, amount], call, walk) => pay(call, walk, { payee, token, amount }),
    ),
    ...carriers(
      ['supplyFrom', 'withdrawFrom'],
      '(address from, address to, address asset, uint256 amount)',
      ([payer, payee, token, amount], call, walk) => pay(call, walk, { payer, payee, token, amount }),
    ),
  ]
}

type Payment = { payer?: Address; payee: Address; token: Address | 'native'; amount: bigint }

function pay(call: Known, walk: Walk, payment: Payment): undefined {
  // The largest number means everything that there is.
  const amount = payment.amount === 2n ** 256n - 1n ? undefined : payment.amount
  walk.move(call, { ...payment, amount, carrier: 'vault' })
}
