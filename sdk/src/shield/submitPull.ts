import type { Address, Hash, Hex } from 'viem'
import type { WriteOptions } from '../chain/transaction/execute.js'
import type { BoxOptions } from './internal/readBox.js'
import { submitSpend } from './internal/submitSpend.js'
import { ACTION_PULL, type ShieldClients } from './types.js'

/**
 * Pays the target of a box of mode 1 with its co-signer's signature, at most once in every interval. Any account may submit
 * it; as a rule the target does.
 *
 * @param amount - Base units; exactly what was co-signed.
 * @param cosignerSig - Over `spendTypedData` with the box's present nonce and `ACTION_PULL`.
 * @returns Hash of the mined transaction.
 * @throws Before anything is sent: {@link NotABoxError}; {@link BoxRefusedError} (`wrong_mode`, `expired`, `over_limit`,
 *   `over_pull_cap`, `too_soon` with `notBefore`, `not_cosigned`); `InvalidInputError` and its subclasses (before any request);
 *   what every write throws.
 * @example
 * const hash = await submitPull(clients, box, 1_000_000n, signature)
 */
export function submitPull(
  clients: ShieldClients,
  account: Address,
  amount: bigint,
  cosignerSig: Hex,
  options: WriteOptions & BoxOptions = {},
): Promise<Hash> {
  return submitSpend(clients, { account, amount, cosignerSig, action: ACTION_PULL }, options)
}
