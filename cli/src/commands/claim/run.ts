import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { isLookalike } from '@holdfast/sdk/risk'
import { claimKeyFromCode, fromSecret, getConfig, isTerminal, MAX_CLAIM_ATTEMPTS } from '@holdfast/sdk/transfer'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { describeChain } from '../../chain/describeChain.js'
import { readNow } from '../../chain/readNow.js'
import type { Run } from '../../command/Command.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readTransferId.js'
import { feeOf } from '../../transfer/feeOf.js'
import { isKeyed } from '../../transfer/isKeyed.js'
import { requireTransfer } from '../../transfer/requireTransfer.js'
import { throughService } from './throughService.js'
import { throughWallet } from './throughWallet.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const transferId = readTransferId(typed)
  const { client, chainId, network, account, submit } = await (options.gasless === true
    ? throughService
    : throughWallet)(context)
  const [transfer, now] = await Promise.all([requireTransfer(client, transferId), readNow(client)])
  const { status, to, amount, sender, deadline, attempts, claimHash, configId } = transfer
  if (status === 'LOCKED') throw new TransferLockedError(transferId)
  if (isTerminal(status)) throw new TransferUnavailableError(transferId, 'not_pending')
  if (now * 1_000 > deadline.getTime()) throw new TransferUnavailableError(transferId, 'expired')
  if (to === zeroAddress)
    throw new CommandFailure('refused', 'claim_key_invalid', `Transfer ${transferId} is open: no code claims it.`, [
      'It is claimed by the key of its payment link.',
    ])
  const expected = findAddress('--recipient', options.recipient) ?? account
  if (expected !== undefined && !isAddressEqual(to, expected)) throw otherRecipient(transferId, to, expected)

  const terms = await getConfig({ publicClient: client }, configId)
  const fee = terms === undefined ? 0n : feeOf(amount, terms)
  const byKey = terms !== undefined && isKeyed(terms)
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
    facts: [
      ['from', sender],
      ['to', to],
      ['amount', writeAmount(amount)],
      ['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of it`],
      ['network', network],
      ['chain', describeChain(chainId)],
    ],
  })
  const txHash = await submit(transferId, opener, to)
  return {
    result: { transferId, txHash, chainId, to, amount, fee },
    text: `Transfer ${transferId} is claimed: ${to} received ${writeAmount(amount - fee)}.\n  transaction  ${txHash}`,
  }
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
