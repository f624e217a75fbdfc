import { randomUUID } from 'node:crypto'
import { isAddressEqual, recoverMessageAddress } from 'viem'
import { SignerUnavailableError } from '../KeyErrors.js'
import type { Signer } from '../Signer.js'

/** Signs a random text and recovers the signer: a signer that is up but has lost its key does not pass. */
export async function proveSigning(signer: Pick<Signer, 'address' | 'signMessage'>): Promise<void> {
  const message = `Holdfast key check ${randomUUID()}`
  const recovered = await recoverMessageAddress({ message, signature: await signer.signMessage(message) })
  if (!isAddressEqual(recovered, signer.address)) throw new SignerUnavailableError('signed with another key')
}
