import { InvalidInputError } from '@holdfast/sdk/errors'
import type { StealthKeys } from '@holdfast/sdk/stealth'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/**
 * The account of a hidden address, whose key is computed for one signature and kept nowhere.
 *
 * @throws `InvalidInputError` where the keys of the person were forgotten.
 */
export async function hiddenAccount(keys: StealthKeys | undefined, ephemeralPubKey: Hex): Promise<PrivateKeyAccount> {
  if (keys === undefined) throw new InvalidInputError('keys', 'The keys of hidden spending accounts are not unlocked.')
  const [{ privateKeyToAccount }, { computeStealthPrivateKey }] = await Promise.all([
    import('viem/accounts'),
    import('@holdfast/sdk/stealth'),
  ])
  return privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
}
