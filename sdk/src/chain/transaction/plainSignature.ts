import { type Address, type Hex, isAddressEqual, recoverAddress } from 'viem'
import { fullSignature } from '../fullSignature.js'

/**
 * A signature with `v` as contracts want it, where it is by the account's own key.
 *
 * @param signer - In any case: most wallets name their account in lower case.
 * @returns `undefined` for any other signature.
 */
export async function plainSignatureOf(signer: Address, digest: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    const plain = fullSignature(signature)
    if (plain === undefined) return undefined
    return isAddressEqual(await recoverAddress({ hash: digest, signature: plain }), signer) ? plain : undefined
  } catch {
    return undefined
  }
}
