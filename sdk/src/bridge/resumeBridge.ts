import { isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ClientPair } from '../chain/clients.js'
import { assertChain, assertReads } from '../chain/network.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { InvalidInputError } from '../errors/input.js'
import type { PaymentGuardOptions } from '../risk/PaymentGuardOptions.js'
import { guardBurn } from './internal/guardBurn.js'
import { parseRecipient, parseRoute } from './internal/route.js'
import { asOpen, type BridgeFlowOptions, runBridge } from './internal/runBridge.js'
import type { BridgeFlowResult, BridgeProgress } from './types.js'

/**
 * Goes on with a transfer from what `onProgress` handed out last.
 *
 * With a mined burn nothing is signed any more. One whose bytes may never have left a local account is signed again under
 * the same number, of which the chain takes one. With a wallet that was asked and kept silent, the burn is looked for on
 * chain and never asked for a second time. Before that the transfer goes on as if it had not been interrupted, under the
 * ceiling that was shown; a burn that is not signed yet passes the firewall as in `bridgeFromWallet`.
 *
 * @param clients - Both on the chain that is paid from, with the same account; once the burn was asked for, any reader will do.
 * @throws As `bridgeFromWallet`; `BurnNotFoundError` when the hash is of something else, `BridgeRefusedError` with code
 *   `burn_unknown` when it is unknown whether the wallet has sent the burn. While it may be made, whatever fails (a reader of
 *   another chain, too) is the cause of a `TransactionUnconfirmedError`: an error with effect `none` means that nothing was burned.
 * @example
 * const stored = localStorage.getItem('bridge')
 * if (stored) await resumeBridge(clients, JSON.parse(stored))
 */
export async function resumeBridge(
  clients: ClientPair,
  progress: BridgeProgress,
  options: BridgeFlowOptions & PaymentGuardOptions = {},
): Promise<BridgeFlowResult> {
  if (typeof progress !== 'object' || progress === null)
    throw new InvalidInputError('progress', 'The `progress` is not what `onProgress` has handed out.')
  const { source, destination, plan } = parseProgress(progress)
  const isAsked = plan.burnTxHash !== undefined || plan.burnAfterBlock !== undefined
  if (!isAsked && !isAddressEqual(requireAccount(clients.walletClient).address, plan.sender))
    throw new InvalidInputError('progress', `The transfer is of ${plan.sender}, which is not the connected wallet.`)
  try {
    await Promise.all([
      isAsked ? assertReads(clients.publicClient, source.chainId) : assertChain(clients, source.chainId),
      options.destinationClient && assertReads(options.destinationClient, destination.chainId),
    ])
  } catch (error) {
    throw asOpen(plan, error)
  }
  if (!isAsked) await guardBurn(clients, plan, options)
  return runBridge(clients, plan, options)
}

/** What was stored is input like any other. Damaged as it may be, it still says that a burn was asked for. */
function parseProgress(progress: BridgeProgress) {
  try {
    return parseFields(progress)
  } catch (error) {
    throw asOpen(progress, error)
  }
}

function parseFields(progress: BridgeProgress) {
  const { from, to, amount, maxFee, burnAfterBlock, approveTxHash, burnTxHash, burnNonce } = progress
  for (const [name, digits] of Object.entries({ amount, maxFee: maxFee ?? '0', burnAfterBlock: burnAfterBlock ?? '0' }))
    if (typeof digits !== 'string' || !/^\d{1,78}$/.test(digits))
      throw new InvalidInputError('progress', `The \`${name}\` of the \`progress\` is not a whole number in digits.`)
  for (const [name, hash] of Object.entries({ approveTxHash, burnTxHash }))
    if (hash !== undefined) assertBytes32(name, hash)
  if (burnNonce !== undefined && !(Number.isSafeInteger(burnNonce) && burnNonce >= 0))
    throw new InvalidInputError('progress', 'The `burnNonce` of the `progress` is not the number of a transaction.')
  const { source, destination } = parseRoute({ from, to, amount: BigInt(amount) })
  const sender = parseParty('sender', progress.sender)
  const recipient = parseRecipient(progress.recipient, to)
  const plan: BridgeProgress = {
    from,
    to,
    sender,
    recipient,
    amount,
    maxFee,
    burnAfterBlock,
    approveTxHash,
    burnTxHash,
    burnNonce,
  }
  return { source, destination, plan }
}
