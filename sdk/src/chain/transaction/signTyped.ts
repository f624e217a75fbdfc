import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { signTypedData } from 'viem/actions'
import { SignatureUnusableError } from '../../errors/transaction.js'
import type { ClientPair } from '../clients.js'
import { withoutSecrets } from '../failure.js'
import { askWallet, type PromptOptions } from './askWallet.js'
import { acceptsSignature, codeAt } from './erc1271.js'
import { plainSignatureOf } from './plainSignature.js'
import { requireAccount } from './requireAccount.js'
import { gateOf } from './walletGate.js'

/** How a signature is asked for. */
type SignOptions = PromptOptions & {
  /** Who will look at the signature. @default 'token' */
  judge?: 'token' | 'ours' | undefined
  /** The first bytes of the account's code, read a moment ago. A wallet may be long in answering, so there it is read again. */
  code?: Hex | undefined
}

/**
 * Asks the connected account for a typed signature and makes sure that the chain will take it.
 *
 * USDC and Permit ask an account with code by ERC-1271, also an EOA that merely delegates to code; a delegate without
 * `isValidSignature` makes its plain signature worthless there. Our own contracts take the plain signature first.
 *
 * @throws `SignatureDeclinedError`, `WalletSilentError`, {@link SignatureUnusableError}, `ChainUnavailableError`,
 *   the reason of the signal.
 */
export async function signTyped(
  clients: ClientPair,
  attempted: string,
  message: TypedDataDefinition,
  { judge = 'token', code, ...prompt }: SignOptions = {},
): Promise<Hex> {
  const account = requireAccount(clients.walletClient)
  const gated = gateOf(clients.walletClient)?.sign(message)
  if (gated !== undefined) return gated
  // viem types the message by its types, which are known at run time only.
  const sign = () => signTypedData(clients.walletClient, { account, ...message } as Parameters<typeof signTypedData>[1])
  const refused = (error: unknown) =>
    new SignatureUnusableError(attempted, account.address, withoutSecrets(error).message)
  const given = await askWallet(sign, { attempted, sends: false, refused }, prompt)
  const digest = hashTypedData(message)
  const plain = await plainSignatureOf(account.address, digest, given)
  const signature = plain ?? given
  if (judge === 'ours' && plain !== undefined) return signature
  const known = account.type === 'local' ? code : undefined
  if (known === undefined ? await codeAt(clients, account.address, attempted) : known !== '0x') {
    if (!(await acceptsSignature(clients.publicClient, account.address, digest, signature)))
      throw new SignatureUnusableError(
        attempted,
        account.address,
        'the account has code, and that code does not accept its signature (ERC-1271)',
      )
  } else if (plain === undefined)
    throw new SignatureUnusableError(attempted, account.address, 'the signature is not by this account')
  return signature
}
