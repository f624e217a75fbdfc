import { type Hex, isHex, size } from 'viem'
import { bridgeChainFacts, type HubChainName } from '../../chain/bridgeChains.js'
import type { ReadClient, WriteClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { readClientFor } from '../../chain/newClient.js'
import { deploymentFor } from '../../chain/registry.js'
import { askWallet, type PromptOptions } from '../../chain/transaction/askWallet.js'
import { acceptsSignature } from '../../chain/transaction/erc1271.js'
import { plainSignatureOf } from '../../chain/transaction/plainSignature.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { gateOf } from '../../chain/transaction/walletGate.js'
import { SignatureUnusableError } from '../../errors/transaction.js'
import { type BurnIntent, burnIntentDigest, burnIntentTypedData } from './burnIntent.js'
import type { IntentSignature } from './signedIntent.js'
import { writeJson } from './writeJson.js'

/**
 * Lets the connected account sign an intent. No network switch is needed: the signature names no chain to be on.
 *
 * The issuer checks a key's signature unless the request says that a contract signed. A signature that is not by the
 * account's own key is therefore tried on the source chain (ERC-1271).
 *
 * @throws `MissingAccountError`, `SignatureDeclinedError`, `WalletSilentError`, the reason of the signal;
 *   {@link SignatureUnusableError} when neither the account's key nor its code has made the signature;
 *   `ChainUnavailableError` when the source chain does not say.
 */
export async function signIntent(
  walletClient: WriteClient,
  intent: BurnIntent,
  { from, sourceClient, ...prompt }: PromptOptions & { from: HubChainName; sourceClient?: ReadClient | undefined },
): Promise<IntentSignature> {
  const account = requireAccount(walletClient)
  const typedData = burnIntentTypedData(intent)
  const gated = gateOf(walletClient)?.sign(typedData)
  if (gated !== undefined) return { signature: gated, isContract: false }
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
  const given = await askWallet(sign, { attempted, sends: false, refused }, prompt)
  const digest = burnIntentDigest(intent)
  const plain = await plainSignatureOf(account.address, digest, given)
  if (plain !== undefined) return { signature: plain, isContract: false }
  const client = sourceClient ?? (await readClientFor(endpointsOf(from)))
  if (isHex(given) && size(given) > 0 && (await acceptsSignature(client, account.address, digest, given)))
    return { signature: given, isContract: true }
  throw new SignatureUnusableError(attempted, account.address, 'the signature is not by this account')
}

function endpointsOf(name: HubChainName) {
  const facts = bridgeChainFacts(name)
  return deploymentFor(facts.chainId) ?? facts
}

const attempted = 'signing a spend of the Hub'
