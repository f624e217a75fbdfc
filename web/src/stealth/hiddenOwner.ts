/** Computations with stealth keys. Loaded on demand, since it includes the curve arithmetic. */
import { InvalidInputError } from '@holdfast/sdk/errors'
import {
  type EphemeralPolicy,
  newStealthPolicy,
  predictEphemeral,
  type SignedSweep,
  signSweep,
} from '@holdfast/sdk/shield'
import {
  announceArgsFor,
  computeStealthPrivateKey,
  deriveStealthKeys,
  STEALTH_KEY_MESSAGE,
  type StealthKeys,
} from '@holdfast/sdk/stealth'
import { type Address, type Chain, type Client, createClient, custom, type EIP1193RequestFn, type Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * The keys that follow from what a wallet signs; `undefined` where it signs one text in two ways.
 *
 * @param sign - Asked twice, with the same text.
 */
export async function unlockKeys(sign: (message: string) => Promise<Hex>): Promise<StealthKeys | undefined> {
  const signature = await sign(STEALTH_KEY_MESSAGE)
  return signature === (await sign(STEALTH_KEY_MESSAGE)) ? deriveStealthKeys(signature) : undefined
}

/** A spending account of a fresh hidden address, and what its announcement says. */
export async function drawHidden(
  client: Client,
  keys: StealthKeys,
  { factory, terms }: { factory: Address; terms: newStealthPolicy.Terms },
): Promise<{ policy: EphemeralPolicy; salt: Hex; announcement: Announcement }> {
  const { policy, salt, stealth } = newStealthPolicy(keys, terms)
  const account = await predictEphemeral(client, factory, salt, policy)
  const [, stealthAddress, ephemeralPubKey, metadata] = announceArgsFor(stealth, account)
  return { policy, salt, announcement: { stealthAddress, ephemeralPubKey, metadata } }
}

/** What is announced of a spending account. */
type Announcement = { stealthAddress: Address; ephemeralPubKey: Hex; metadata: Hex }

/**
 * Signs a text as the hidden address that owns a spending account.
 *
 * @throws `InvalidInputError` where the keys were forgotten.
 */
export function signAsHidden(keys: StealthKeys | undefined, ephemeralPubKey: Hex, message: string): Promise<Hex> {
  return hiddenAccount(keys, ephemeralPubKey).signMessage({ message })
}

/** Signs that everything goes back to the hidden address. @throws as {@link signAsHidden} and `signSweep`. */
export async function signHiddenSweep(
  client: Client & { chain: Chain },
  keys: StealthKeys | undefined,
  { ephemeralPubKey, box }: { ephemeralPubKey: Hex; box: Address },
): Promise<SignedSweep> {
  const vault = hiddenAccount(keys, ephemeralPubKey)
  // A client answers each method of a node, whatever schema its type names.
  const request = client.request as EIP1193RequestFn
  const walletClient = createClient({ account: vault, chain: client.chain, transport: custom({ request }) })
  return signSweep({ publicClient: client, walletClient }, box)
}

/** The key is computed for one signature and kept nowhere. */
function hiddenAccount(keys: StealthKeys | undefined, ephemeralPubKey: Hex): PrivateKeyAccount {
  if (keys === undefined) throw new InvalidInputError('keys', 'The keys of hidden spending accounts are not unlocked.')
  return privateKeyToAccount(computeStealthPrivateKey({ ...keys, ephemeralPubKey }))
}
