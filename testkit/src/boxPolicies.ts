import { primaryChain } from '@holdfast/sdk/chain'
import type { AuthorizeResult, CounterfactualCoSigner } from '@holdfast/sdk/shield'
import { type EphemeralPolicy, MODE_PULL, MODE_PUSH, type ShieldClients, spendTypedData } from '@holdfast/sdk/shield'
import { type Address, createPublicClient, createWalletClient, custom, type Hex, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A fresh account. */
export function freshAddress(): Address {
  return privateKeyToAccount(generatePrivateKey()).address
}

export function freshSalt(): Hex {
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}

/** A box that pays 5 USDC at most, with fresh parties. */
export function pushPolicy(token: Address, over: Partial<EphemeralPolicy> = {}): EphemeralPolicy {
  const vault = over.vault ?? freshAddress()
  return {
    token,
    owner: vault,
    vault,
    cosigner: freshAddress(),
    target: freshAddress(),
    maxAmount: 5_000_000n,
    expiry: Math.floor(Date.now() / 1000) + 86_400 * 365,
    interval: 0,
    mode: MODE_PUSH,
    ...over,
  }
}

/** A box that is pulled from hourly, 1 USDC at most. */
export function pullPolicy(token: Address, over: Partial<EphemeralPolicy> = {}): EphemeralPolicy {
  return pushPolicy(token, { mode: MODE_PULL, interval: 3_600, perPullMax: 1_000_000n, ...over })
}

/** A co-signer that signs every request, counts, and can be set to answer something else. */
export function signingCoSigner() {
  const account = privateKeyToAccount(generatePrivateKey())
  const asked: unknown[] = []
  let answer: ((signature: Hex) => unknown) | undefined
  const sign = async (request: object, spend: Parameters<typeof spendTypedData>[0]): Promise<AuthorizeResult> => {
    asked.push(request)
    const signature = await account.signTypedData(spendTypedData(spend))
    return (answer ? await answer(signature) : { approved: true, signature }) as AuthorizeResult
  }
  const cosigner: CounterfactualCoSigner = {
    address: account.address,
    precheck: async () => ({ approved: true }),
    authorize: (request) => sign(request, request),
    authorizeCounterfactual: (request) =>
      sign(request, {
        account: request.box,
        chainId: request.chainId,
        target: request.policy.target,
        amount: request.amount,
        nonce: 0n,
        action: 0,
      }),
  }
  return {
    cosigner,
    account,
    asked,
    /**
     * The answer to return instead, given the right signature; may throw or hang. `undefined` restores the right
     * answer.
     */
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

/** Clients that fail a test at any request; `wallet` is the account that would sign. */
export function muteClients(wallet: Address | undefined = freshAddress()): ShieldClients {
  const transport = custom({
    request: ({ method }) => Promise.reject(new Error(`Asked for ${method} before the input was judged.`)),
  })
  return {
    publicClient: createPublicClient({ chain: primaryChain, transport }),
    walletClient: createWalletClient({ chain: primaryChain, transport, ...(wallet && { account: wallet }) }),
  }
}
