import type { Address } from 'viem'
import { addressOf, distinctAddresses, type Fields, listOf, MalformedRequestError, recordOf } from './fields.js'
import type { Decoded, Movement } from './types.js'

/**
 * What an execution permission (ERC-7715) lets others take, as movements to the account that redeems it and to each payee of its
 * `payee` rule. The rule alone decides nothing: a wallet that does not know it makes a delegation without it, and the account that
 * redeems it then pays whom it wants.
 */
export function decodePermission(
  { to, signer, permission, rules }: Fields,
  { payer, chainId }: { payer: Address; chainId: number },
): Decoded {
  const { type, data } = recordOf('permission', permission)
  if (typeof type !== 'string') throw new MalformedRequestError('a permission has no type.')
  const { tokenAddress } = recordOf('data', data ?? {})
  const named = [to, signer == null ? undefined : redeemerOf(signer)].filter((one) => one != null)
  const redeemers = distinctAddresses('to', named)
  if (redeemers.length !== 1)
    throw new MalformedRequestError('`to` and `signer` of a permission do not name exactly one redeemer.')
  const movements = distinctAddresses('to', [...redeemers, ...payeesOf(rules)]).map(
    (payee): Movement => ({
      payer,
      payee,
      chainId,
      token: tokenAddress === undefined ? 'native' : addressOf('tokenAddress', tokenAddress),
      // A permission may renew itself each period, so no single number is its limit.
      amount: undefined,
      carrier: 'delegation',
      path: [`permission ${type.replace(/[^\w-]/g, '?').slice(0, 40)}`],
    }),
  )
  return { movements, notes: [] }
}

function payeesOf(rules: unknown): Address[] {
  return listOf('rules', rules ?? []).flatMap((one) => {
    const { type, data } = recordOf('a rule', one)
    if (type !== 'payee') return []
    return listOf('addresses', recordOf('data', data).addresses).map((payee) => addressOf('a payee', payee))
  })
}

/** The older form of the request names the redeemer here. */
function redeemerOf(signer: unknown): unknown {
  const { data } = recordOf('signer', signer)
  return recordOf('data', data).address
}
