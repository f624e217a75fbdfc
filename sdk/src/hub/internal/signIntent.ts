import type { Hex } from 'viem'
import type { WriteClient } from '../../chain/clients.js'
import { isDeclined, withoutSecrets } from '../../chain/failure.js'
import { requireAccount } from '../../chain/transaction/execute.js'
import { plainSignatureOf } from '../../chain/transaction/plainSignature.js'
import { SignatureDeclinedError, SignatureUnusableError } from '../../errors/transaction.js'
import { type BurnIntent, burnIntentDigest, burnIntentTypedData } from './burnIntent.js'
import { writeJson } from './writeJson.js'

/**
 * Lets the connected account sign an intent. No network switch is needed: the signature names no chain to be on.
 *
 * @throws `MissingAccountError`, {@link SignatureDeclinedError}; {@link SignatureUnusableError} when what comes back is not
 *   the account's own signature, since the issuer takes none of a contract.
 */
export async function signIntent(walletClient: WriteClient, intent: BurnIntent): Promise<Hex> {
  const account = requireAccount(walletClient)
  const typedData = burnIntentTypedData(intent)
  let signature: Hex
  try {
    signature = account.signTypedData
      ? await account.signTypedData(typedData)
      : // Written here rather than by the transport, which would leave the amounts to `toJSON`.
        await walletClient.request(
          { method: 'eth_signTypedData_v4', params: [account.address, writeJson(typedData)] },
          { retryCount: 0 },
        )
  } catch (error) {
    if (isDeclined(error)) throw new SignatureDeclinedError(attempted)
    throw new SignatureUnusableError(attempted, account.address, withoutSecrets(error).message)
  }
  const plain = await plainSignatureOf(account.address, burnIntentDigest(intent), signature)
  if (plain === undefined)
    throw new SignatureUnusableError(attempted, account.address, 'the signature is not by this account')
  return plain
}

const attempted = 'signing a spend of the Hub'
