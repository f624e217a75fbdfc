import type { Address } from 'viem'
import { RemoteCoSigner, type RemoteCoSignerAuth, type RemoteCoSignerOptions } from '../../shield/RemoteCoSigner.js'
import type { Connection } from './Connection.js'

/** Which co-signer, and who is asking. Its `timeoutMs` is the client's where none is given. */
export type ServiceCoSignerParameters = RemoteCoSignerOptions & {
  /** What the boxes name as their co-signer: known beforehand, or once read with `cosignerAddress()` and kept. */
  address: Address
  /** Proves the owner of a box, where it is the owner who asks. */
  auth?: RemoteCoSignerAuth | undefined
}

export function remoteCoSigner(
  { baseUrl, fetchFn, timeoutMs }: Connection,
  { address, auth, ...options }: ServiceCoSignerParameters,
): RemoteCoSigner {
  const limits = { ...options, timeoutMs: options.timeoutMs ?? timeoutMs }
  return new RemoteCoSigner(`${baseUrl}/api/cosign`, address, fetchFn, auth, limits)
}
