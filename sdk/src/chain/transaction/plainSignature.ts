import { type Address, type Hex, isAddressEqual, parseSignature, recoverAddress, serializeSignature } from 'viem'

/**
 * A signature with `v` as contracts want it, where it is by the account's own key; some wallets write 0 and 1.
 *
 * @param signer - In any case: most wallets name their account in lower case.
 * @returns `undefined` for any other signature.
 */
export async function plainSignatureOf(signer: Address, digest: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    const plain = serializeSignature(parseSignature(signature))
    return isAddressEqual(await recoverAddress({ hash: digest, signature: plain }), signer) ? plain : undefined
  } catch {
    return undefined
  }
}
