import { type Address, type Hex, type LocalAccount, recoverMessageAddress } from 'viem'
import { signMessage } from 'viem/actions'
import { parseParty } from '../../chain/address.js'
import type { WriteClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { fullSignature } from '../../chain/fullSignature.js'
import { askWallet } from '../../chain/transaction/askWallet.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { InvalidInputError } from '../../errors/input.js'

/** Who signs requests: a local account, or a wallet client with an account. */
export type RequestAccount = LocalAccount | WriteClient

/** Signs requests. */
export type RequestSigner = {
  readonly address: Address
  /** Signs a text for a caller that judges the outcome itself. */
  prove: (message: string) => Promise<Hex>
  /** @throws `SignatureDeclinedError`, `WalletSilentError`, `InvalidInputError`, the reason of the signal. */
  sign: (message: string, attempted: string, signal: AbortSignal | undefined) => Promise<Hex>
}

/** @throws `MissingAccountError`, `InvalidInputError` */
export function requestSigner(account: RequestAccount): RequestSigner {
  const { address, sign } = 'transport' in account ? ofWallet(account) : ofLocal(account)
  return {
    address,
    prove: async (message) => toFullForm(await sign(message)),
    async sign(message, attempted, signal) {
      const refused = (error: unknown) =>
        new InvalidInputError('account', 'The `account` could not sign the request.', [withoutSecrets(error).message])
      const ask = async () => toFullForm(await sign(message))
      const signature = await askWallet(ask, { attempted, sends: false, refused }, { signal })
      const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
      if (signer !== address)
        throw new InvalidInputError(
          'account',
          `The \`account\` gave a signature that is not by the key of ${address}.`,
          ['The service takes plain signatures only: sign with a key, not with a contract wallet.'],
        )
      return signature
    },
  }
}

function ofLocal(account: LocalAccount) {
  if (typeof account.signMessage !== 'function')
    throw new InvalidInputError('account', 'The `account` cannot sign: pass a local account or a wallet client.')
  return {
    address: parseParty('account', account.address),
    sign: (message: string) => account.signMessage({ message }),
  }
}

function ofWallet(client: WriteClient) {
  const account = requireAccount(client)
  return {
    address: parseParty('account', account.address),
    sign: (message: string) => signMessage(client, { account, message }),
  }
}

/** As the service wants it. What is not a plain signature is refused after it, or by the service. */
function toFullForm(signature: Hex): Hex {
  return fullSignature(signature) ?? signature
}
