import type { Address } from 'viem'
import { RemoteCoSigner, type RemoteCoSignerAuth, type RemoteCoSignerOptions } from '../../shield/RemoteCoSigner.js'
import type { Connection } from './Connection.js'

/** Which co-signer, and who is asking. Its `timeoutMs` is the client's where none is given. */
export type ServiceCoSignerParameters = RemoteCoSignerOptions & {
  /** What the boxes name as their co-signer: known beforehand, or once read with `cosignerAddress()` and kept. */
  address: Address
  /**
   * Proves the owner of a box, where it is the owner who asks.
   * @default the account of the client, for everything but prechecks
   */
  auth?: RemoteCoSignerAuth | undefined
}

export function remoteCoSigner(
  { baseUrl, fetchFn, timeoutMs, signer }: Connection,
  { address, auth, ...options }: ServiceCoSignerParameters,
): RemoteCoSigner {
  const limits = { ...options, timeoutMs: options.timeoutMs ?? timeoutMs }
  const open = (proof?: RemoteCoSignerAuth) =>
    new RemoteCoSigner(`${baseUrl}/api/cosign`, address, fetchFn, proof, limits)
  if (auth !== undefined || signer === undefined) return open(auth)
  const cosigner = open({ address: signer.address, sign: signer.prove })
  // A precheck signs nothing for money, so it opens no prompt of a wallet.
  const plain = open()
  cosigner.precheck = (request, options) => plain.precheck(request, options)
  return cosigner
}
