import { type Hash, type Hex, hashTypedData, isAddressEqual, recoverAddress, size, slice } from 'viem'
import { chainTime } from '../chain/chainTime.js'
import type { ReadClient } from '../chain/clients.js'
import { withoutSecrets } from '../chain/failure.js'
import { assertReads } from '../chain/network.js'
import { acceptsSignature } from '../chain/transaction/erc1271.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { RequestExpiredError, RequestSignatureInvalidError } from '../errors/request.js'
import type { AddressSource } from '../errors/risk.js'
import { assertPayable } from './internal/assertPayable.js'
import { assertRequest } from './internal/codec.js'
import { requestMessage } from './internal/requestMessage.js'
import type { SignedPaymentRequest } from './types.js'

/** A request whose payee has asked for it. */
export type VerifiedPaymentRequest = {
  request: SignedPaymentRequest
  /** Of `hashPaymentRequest`: keep it with the payment, and ask before paying it twice. */
  hash: Hash
  /** Whether the payee's key signed, or its contract accepts the signature (ERC-1271). */
  signedBy: 'key' | 'contract'
  /** For `checkOptions.source`, so that the firewall's report says where the address came from. */
  source: AddressSource
}

/**
 * Verifies a request: its chain and token can be paid, its time is now, and its payee signed it. ECDSA first; a payee with
 * code is asked by ERC-1271 where that fails.
 *
 * It proves that the key of `payee` asked for this amount. It does not prove who holds that key: a thief signs requests for
 * its own address. So the payment is checked by the firewall like any other, and a lookalike of a known payee stays blocked.
 *
 * @param now - Default: the chain's clock.
 * @throws {@link RequestMalformedError}, {@link RequestExpiredError}, {@link RequestSignatureInvalidError};
 *   `UnknownChainError`, `WrongNetworkError` where the client reads another chain, {@link ChainUnavailableError}.
 * @example
 * const { request, hash, source } = await verifyPaymentRequest(publicClient, readPaymentRequest(text))
 * const report = await check(sender, request.payee, { client: publicClient, source })
 */
export async function verifyPaymentRequest(
  client: ReadClient,
  signed: SignedPaymentRequest,
  { now }: { now?: Date | undefined } = {},
): Promise<VerifiedPaymentRequest> {
  const request = assertRequest(signed)
  assertPayable(request)
  await assertReads(client, request.chainId)
  const seconds = now === undefined ? Number(await chainTime(client)) : Math.floor(now.getTime() / 1000)
  if (seconds < request.notBefore.getTime() / 1000) throw new RequestExpiredError('not_yet', request)
  if (seconds > request.expires.getTime() / 1000) throw new RequestExpiredError('expired', request)
  const hash = hashTypedData(requestMessage(request))
  const signedBy = await whoSigned(client, request, hash)
  const { payee, reference } = request
  return { request, hash, signedBy, source: { kind: 'payment_request', address: payee, requestHash: hash, reference } }
}

async function whoSigned(
  client: ReadClient,
  { payee, signature }: SignedPaymentRequest,
  hash: Hash,
): Promise<VerifiedPaymentRequest['signedBy']> {
  const signer = await recoverSigner(hash, signature)
  if (signer !== undefined && isAddressEqual(signer, payee)) return 'key'
  // A precompile answers without having code, and its answer is not a judgement.
  if ((await hasCode(client, payee)) && (await acceptsSignature(client, payee, hash, signature))) return 'contract'
  throw new RequestSignatureInvalidError(payee)
}

/** A signature with a high s is the second form of another one, and has no signer here. */
async function recoverSigner(hash: Hash, signature: Hex): Promise<Hex | undefined> {
  if (size(signature) !== 65 || BigInt(slice(signature, 32, 64)) > halfOrder) return undefined
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    return undefined
  }
}

async function hasCode(client: ReadClient, address: Hex): Promise<boolean> {
  try {
    const code = await client.request({ method: 'eth_getCode', params: [address, 'latest'] })
    return code !== undefined && code !== '0x'
  } catch (error) {
    throw new ChainUnavailableError('reading the code of the payee', withoutSecrets(error))
  }
}

/** Half of secp256k1's n. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
