import { type Address, bytesToBigInt } from 'viem'
import { chainTime } from '../chain/chainTime.js'
import type { ClientPair } from '../chain/clients.js'
import { assertSeconds } from '../chain/deadline.js'
import { assertNetwork } from '../chain/network.js'
import type { PromptOptions } from '../chain/transaction/askWallet.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { signTyped } from '../chain/transaction/signTyped.js'
import { InvalidInputError } from '../errors/input.js'
import { assertPayable } from './internal/assertPayable.js'
import { assertRequest } from './internal/codec.js'
import { findBadField, maxLifeSeconds } from './internal/fields.js'
import { requestMessage } from './internal/requestMessage.js'
import type { PaymentRequest, SignedPaymentRequest } from './types.js'

/** What the connected account asks for. */
export type SignPaymentRequestParams = {
  /** Base units; 0n lets the payer choose. */
  amount: bigint
  /** At most 64 printable ASCII characters, for the payer to read. @default '' */
  reference?: string | undefined
  /** Default: the chain's USDC. */
  token?: Address | undefined
  /** For how long it may be paid, at most 90 days. @default 604800 */
  lifeSeconds?: number | undefined
  /** Default: 256 random bits. */
  nonce?: bigint | undefined
}

/** How the wallet is asked, and by which clock. */
export type SignPaymentRequestOptions = PromptOptions & {
  /** Default: the chain's clock. */
  now?: Date | undefined
}

/**
 * Signs a request to pay the connected account. Nothing is sent, and no gas is needed. A contract signs by ERC-1271.
 *
 * The signature proves that the key of `payee` asked. It does not prove who holds that key: a payer must still know that
 * the request came from the right person.
 *
 * @throws `InvalidInputError`, `MissingAccountError`, `WrongNetworkError`, `UnknownChainError`, `SignatureDeclinedError`,
 *   `SignatureUnusableError`, `ChainUnavailableError`, {@link RequestMalformedError} for a token that cannot be paid.
 * @example
 * const signed = await signPaymentRequest(clients, { amount: 25_000_000n, reference: 'Invoice 2026-114' })
 * console.log(paymentRequestUri(signed))
 */
export async function signPaymentRequest(
  clients: ClientPair,
  { amount, reference = '', token, lifeSeconds = 604_800, nonce = randomNonce() }: SignPaymentRequestParams,
  { now, ...prompt }: SignPaymentRequestOptions = {},
): Promise<SignedPaymentRequest> {
  assertSeconds('lifeSeconds', lifeSeconds)
  if (lifeSeconds > maxLifeSeconds)
    throw new InvalidInputError('lifeSeconds', 'A request can be paid for 90 days at most.')
  const { address: payee } = requireAccount(clients.walletClient)
  const { id: chainId, usdc } = await assertNetwork(clients)
  const from = now === undefined ? await chainTime(clients.publicClient) : Math.floor(now.getTime() / 1000)
  const request: PaymentRequest = {
    payee,
    chainId,
    token: token ?? usdc,
    amount,
    reference,
    notBefore: new Date(Number(from) * 1000),
    expires: new Date((Number(from) + lifeSeconds) * 1000),
    nonce,
  }
  const bad = findBadField(request)
  if (bad) throw new InvalidInputError(bad, `A payment request cannot have this \`${bad}\`.`, [rules[bad] ?? ''])
  assertPayable(request)
  const signature = await signTyped(clients, 'signing the payment request', requestMessage(request), {
    ...prompt,
    judge: 'ours',
  })
  return assertRequest({ ...request, signature })
}

function randomNonce(): bigint {
  return bytesToBigInt(crypto.getRandomValues(new Uint8Array(32)))
}

const rules: Partial<Record<keyof PaymentRequest, string>> = {
  amount: 'It is a bigint of base units from 0n, below 2^96.',
  reference: 'It is at most 64 printable ASCII characters.',
  nonce: 'It is a bigint of at most 256 bits.',
}
