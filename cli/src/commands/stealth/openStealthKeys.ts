import { deriveStealthKeys, STEALTH_KEY_MESSAGE, type StealthKeys } from '@holdfast/sdk/stealth'
import { signMessage } from 'viem/actions'
import type { Context, OpenWallet } from '../../command/Context.js'
import { CommandFailure } from '../../failure/CommandFailure.js'

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
