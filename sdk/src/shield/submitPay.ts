import type { Address, Hash, Hex } from 'viem'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { BoxOptions } from './internal/readBox.js'
import { submitSpend } from './internal/submitSpend.js'
import { ACTION_PAY, type ShieldClients } from './types.js'

/**
 * Pays the target of a box of mode 0 with its co-signer's signature. Any account may submit it.
 *
 * @param amount - Base units; exactly what was co-signed.
 * @param cosignerSig - Over `spendTypedData` with the box's present nonce and `ACTION_PAY`.
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: {@link NotABoxError}; {@link BoxRefusedError} (`wrong_mode`, `expired`, `over_limit`,
 *   `not_cosigned`); `InvalidInputError` and its subclasses (before any request); what every write throws.
 * @example
 * const hash = await submitPay(clients, box, 5_000_000n, signature)
 */
export function submitPay(
  clients: ShieldClients,
  account: Address,
  amount: bigint,
  cosignerSig: Hex,
  options: WriteOptions & BoxOptions = {},
): Promise<Hash> {
  return submitSpend(clients, { account, amount, cosignerSig, action: ACTION_PAY }, options)
}
