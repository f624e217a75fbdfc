import {
  deriveStealthKeys,
  parseStealthMetaAddress,
  STEALTH_KEY_MESSAGE,
  type StealthKeys,
  type ViewingKeys,
} from '@holdfast/sdk/stealth'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, type Hex, hexToBytes, isHex, size } from 'viem'
import { signMessage } from 'viem/actions'
import type { Context, OpenWallet } from '../../command/Context.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'

/**
 * The stealth keys of the wallet, from its signature over the library's text. Both live in this process alone: they are
 * derived each time, and written nowhere.
 *
 * @throws CommandFailure `unsteady_signature` where the wallet signs one text in two ways: its keys could not be found again.
 */
export async function openStealthKeys(
  { terminal }: Pick<Context, 'terminal'>,
  { walletClient }: Pick<OpenWallet, 'walletClient'>,
): Promise<StealthKeys> {
  const { account } = walletClient
  terminal.say(
    terminal.paint.dim(
      `${account.address} signs the text that its stealth keys come from; the signature and the private keys stay here.`,
    ),
  )
  const sign = () => signMessage(walletClient, { account, message: STEALTH_KEY_MESSAGE })
  const [signature, again] = [await sign(), await sign()]
  if (signature !== again)
    throw new CommandFailure('refused', 'unsteady_signature', 'This wallet cannot keep stealth keys.', [
      'It signs the same text in two ways, so the same keys could not be derived again.',
    ])
  return deriveStealthKeys(signature)
}

/**
 * The keys of a reader that finds payments and cannot spend them: the meta-address as typed, and its viewing key, which is
 * read like a code.
 *
 * @throws CommandFailure `invalid_viewing_key` where it is invalid, or that of another meta-address; it is not repeated.
 */
export async function readViewingKeys(
  { terminal }: Pick<Context, 'terminal'>,
  metaAddress: string,
  chainId: number,
): Promise<ViewingKeys> {
  const { spendingPub, viewingPub } = parseStealthMetaAddress(metaAddress, chainId)
  const viewingKey = (await terminal.askSecret('Viewing key:')).trim()
  if (!isHex(viewingKey) || publicKeyOf(viewingKey) !== viewingPub)
    throw usageFailure('invalid_viewing_key', 'That is not the viewing key of this meta-address.', [
      'stealth keys --viewing-key-file <file> writes it, with the wallet of the meta-address.',
    ])
  return { viewingKey, spendingPub }
}

function publicKeyOf(key: Hex): Hex | undefined {
  if (size(key) !== 32) return undefined
  try {
    return bytesToHex(secp256k1.getPublicKey(hexToBytes(key)))
  } catch {
    return undefined
  }
}
