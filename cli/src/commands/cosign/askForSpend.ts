import { ACTION_PAY, ACTION_PULL, type AuthorizeResult, type BoxDetails, MODE_PULL } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import type { Context, OpenWallet } from '../../command/Context.js'
import type { Option } from '../../command/Option.js'
import { openCosigner } from './openCosigner.js'

/** One spend to be signed. */
type AskedSpend = {
  box: BoxDetails
  chainId: number
  amount: bigint
  /** Who proves the request; undefined for a pull that the owner has bound a payer for. */
  owner: OpenWallet | undefined
  /** Whose history counts, where it is not the owner's own. */
  payer: Address | undefined
  /** The known address that the target may resemble. */
  accept?: Address | undefined
}

/** Asks the service's co-signer for its signature over one spend of a box: of the box's kind. */
export async function askForSpend(
  context: Context,
  { box, chainId, amount, owner, payer, accept }: AskedSpend,
): Promise<{ cosigner: Address; answer: AuthorizeResult }> {
  const { account, target, nonce, remaining, expiry, mode } = box
  const cosigner = await openCosigner(context, { chainId, owner })
  const spend = { account, payer, accept, amount, target, nonce, chainId, remaining, expiry }
  const answer = await context.terminal.during('asking the co-signer', () =>
    cosigner.authorize(
      {
        ...spend,
        owner: owner?.walletClient.account.address,
        action: mode === MODE_PULL ? ACTION_PULL : ACTION_PAY,
      },
      { signal: context.signal },
    ),
  )
  return { cosigner: cosigner.address, answer }
}

/** Of a command that asks the service's co-signer for a spend. */
export const acceptOption = {
  flags: '--accept <address>',
  describes:
    'known address that the target resembles: the co-signer then signs in spite of that warning, never of a block',
} as const satisfies Option
