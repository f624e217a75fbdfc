import type { Hex } from 'viem'
import type { WriteClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { askWallet, type PromptOptions } from '../../chain/transaction/askWallet.js'
import { requireAccount } from '../../chain/transaction/execute.js'
import { plainSignatureOf } from '../../chain/transaction/plainSignature.js'
import { SignatureUnusableError } from '../../errors/transaction.js'
import { type BurnIntent, burnIntentDigest, burnIntentTypedData } from './burnIntent.js'
import { writeJson } from './writeJson.js'

/**
 * Lets the connected account sign an intent. No network switch is needed: the signature names no chain to be on.
 *
 * @throws `MissingAccountError`, `SignatureDeclinedError`, `WalletSilentError`, the reason of the signal; {@link SignatureUnusableError} when what comes back is not
 *   the account's own signature, since the issuer takes none of a contract.
 */
export async function signIntent(walletClient: WriteClient, intent: BurnIntent, options: PromptOptions): Promise<Hex> {
  const account = requireAccount(walletClient)
  const typedData = burnIntentTypedData(intent)
  const sign = (): Promise<Hex> =>
    account.signTypedData
      ? account.signTypedData(typedData)
      : // Written here rather than by the transport, which would leave the amounts to `toJSON`.
        walletClient.request(
          { method: 'eth_signTypedData_v4', params: [account.address, writeJson(typedData)] },
          { retryCount: 0 },
        )
  const refused = (error: unknown) =>
    new SignatureUnusableError(attempted, account.address, withoutSecrets(error).message)
  const signature = await askWallet(sign, { attempted, sends: false, refused }, options)
  const plain = await plainSignatureOf(account.address, burnIntentDigest(intent), signature)
  if (plain === undefined)
    throw new SignatureUnusableError(attempted, account.address, 'the signature is not by this account')
  return plain
}

const attempted = 'signing a spend of the Hub'
