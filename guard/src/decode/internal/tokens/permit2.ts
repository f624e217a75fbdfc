import { type Address, maxUint160 } from 'viem'
import { carrier, type Entry, harmless, type Known, type Walk } from '../entry/Entry.js'
import { limitOf } from './erc20.js'

/** Uniswap's Permit2. */
export function permit2Entries(): Entry[] {
  return [
    carrier(
      `function permitTransferFrom((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${details} details, address owner, bytes signature)`,
      ([{ permitted }, details, owner], call, walk) => permitTransfer([permitted], [details], owner, call, walk),
    ),
    carrier(
      `function permitTransferFrom((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] details, address owner, bytes signature)`,
      ([{ permitted }, details, owner], call, walk) => permitTransfer(permitted, details, owner, call, walk),
    ),
    carrier(
      `function permitWitnessTransferFrom((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${details} details, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      ([{ permitted }, details, owner], call, walk) => permitTransfer([permitted], [details], owner, call, walk),
    ),
    carrier(
      `function permitWitnessTransferFrom((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${details}[] details, address owner, bytes32 witness, string witnessTypeString, bytes signature)`,
      ([{ permitted }, details, owner], call, walk) => permitTransfer(permitted, details, owner, call, walk),
    ),
    carrier(
      'function transferFrom(address from, address to, uint160 amount, address token)',
      ([payer, payee, amount, token], call, walk) =>
        walk.move(call, { payer, payee, token, amount, carrier: 'permit2' }),
    ),
    carrier(
      'function transferFrom((address from, address to, uint160 amount, address token)[])',
      ([all], call, walk) => {
        for (const { from, to, amount, token } of all)
          walk.move(call, { payer: from, payee: to, token, amount, carrier: 'permit2' })
        return undefined
      },
    ),
    carrier(
      'function approve(address token, address spender, uint160 amount, uint48 expiration)',
      ([token, payee, amount], call, walk) =>
        walk.move(call, { payee, token, amount: limitOf(amount, maxUint160), carrier: 'permit2_allowance' }),
    ),
    carrier(
      `function permit(address owner, (${allowance} details, address spender, uint256 sigDeadline) permit, bytes signature)`,
      ([owner, { details, spender }], call, walk) => allow([details], spender, owner, call, walk),
    ),
    carrier(
      `function permit(address owner, (${allowance}[] details, address spender, uint256 sigDeadline) permit, bytes signature)`,
      ([owner, { details, spender }], call, walk) => allow(details, spender, owner, call, walk),
    ),
    harmless('function lockdown((address token, address spender)[] approvals)'),
    harmless('function invalidateNonces(address token, address spender, uint48 newNonce)'),
    harmless('function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'),
    harmless('function nonceBitmap(address, uint256)'),
    harmless('function allowance(address, address, address)'),
  ]
}

const permitted = '(address token, uint256 amount)' as const
const details = '(address to, uint256 requestedAmount)' as const
const allowance = '(address token, uint160 amount, uint48 expiration, uint48 nonce)' as const

function permitTransfer(
  permitted: readonly { readonly token: Address }[],
  details: readonly { readonly to: Address; readonly requestedAmount: bigint }[],
  payer: Address,
  call: Known,
  walk: Walk,
): undefined {
  // Permit2 refuses lists of unequal length.
  for (const [index, { to: payee, requestedAmount: amount }] of details.entries()) {
    const token = permitted[index]?.token
    if (token !== undefined) walk.move(call, { payer, payee, token, amount, carrier: 'permit2' })
  }
}

function allow(
  details: readonly { readonly token: Address; readonly amount: bigint }[],
  payee: Address,
  payer: Address,
  call: Known,
  walk: Walk,
): undefined {
  for (const { token, amount } of details)
    walk.move(call, { payer, payee, token, amount: limitOf(amount, maxUint160), carrier: 'permit2_allowance' })
}
