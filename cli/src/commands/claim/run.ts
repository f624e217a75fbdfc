import { ClaimRecipientMismatchError } from '@holdfast/sdk/errors'
import { planOperation } from '@holdfast/sdk/plan'
import { isLookalike } from '@holdfast/sdk/risk'
import { claimKeyFromCode, fromSecret, isClaimKeyHash, isOpen, MAX_CLAIM_ATTEMPTS } from '@holdfast/sdk/transfer'
import { type Address, zeroAddress } from 'viem'
import type { Run } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readTransferId.js'
import { describePlan } from '../../plan/describePlan.js'
import { requireTransfer } from '../../transfer/requireTransfer.js'
import type { ClaimPlan } from './ClaimWay.js'
import { throughService } from './throughService.js'
import { throughWallet } from './throughWallet.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const transferId = readTransferId(typed)
  const way = await (options.gasless === true ? throughService : throughWallet)(context)
  const expected = findAddress('--recipient', options.recipient) ?? way.account
  const transfer = await requireTransfer(await context.openChain(), transferId)
  const { to, attempts, claimHash } = transfer
  if (to === zeroAddress && isOpen(transfer)) throw isOfLink(transferId)
  const byKey = isClaimKeyHash(claimHash)
  const recipient = expected ?? to
  const clients = way.clientsFor(recipient)
  const params = { transferId, recipient }
  const { signal } = context
  const plan: ClaimPlan = await (byKey
    ? planOperation(clients, 'claimWithKey', params, { signal })
    : planOperation(clients, 'claim', params, { signal })
  ).catch((error) => {
    throw error instanceof ClaimRecipientMismatchError ? otherRecipient(transferId, to, recipient) : error
  })
  const { chainId, amount, fee, terms } = plan
  const code = await context.terminal.askSecret(`Code of transfer ${transferId}:`)
  const opener = byKey ? claimKeyFromCode(code) : fromSecret(code)
  // Other verifiers may read the hash in their own way; the chain then decides.
  if ((byKey || terms?.claimMode === 0) && opener.claimHash !== claimHash)
    throw new CommandFailure('refused', 'wrong_claim_code', `The code does not open transfer ${transferId}.`, [
      byKey
        ? 'Nothing was sent, and wrong codes are not counted.'
        : `Nothing was sent and no attempt spent; ${MAX_CLAIM_ATTEMPTS - attempts} remain.`,
      'Ask the sender for the code again.',
    ])
  await context.confirm({
    does: `Claim transfer ${transferId} for ${to}`,
    plan,
    facts: describePlan(plan, way.network === undefined ? {} : { network: [['network', way.network]] }),
  })
  const txHash = await way.submit(plan, opener)
  return {
    result: { transferId, txHash, chainId, to, amount, fee },
    text: `Transfer ${transferId} is claimed: ${to} received ${writeAmount(amount - fee)}.\n  transaction  ${txHash}`,
  }
}

function isOfLink(transferId: bigint): CommandFailure {
  return new CommandFailure('refused', 'claim_key_invalid', `Transfer ${transferId} is open: no code claims it.`, [
    'It is claimed by the key of its payment link.',
  ])
}

/** The code is not asked for: a sender who was deceived has locked the money for a lookalike. */
function otherRecipient(transferId: bigint, to: Address, expected: Address): CommandFailure {
  const isImitation = isLookalike(to, expected)
  return new CommandFailure(
    'refused',
    'claim_recipient_mismatch',
    isImitation
      ? `Transfer ${transferId} pays ${to}, an address that imitates ${expected}. Its sender was deceived.`
      : `Transfer ${transferId} pays ${to}, not ${expected}.`,
    isImitation
      ? ['Keep the code to yourself, and ask the sender to cancel and to send to your address.']
      : [`To claim for that address: holdfast claim ${transferId} --recipient ${to}`],
  )
}
