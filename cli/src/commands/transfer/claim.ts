import type { ReadClient } from '@holdfast/sdk/chain'
import { ClaimKeyInvalidError, ClaimRecipientMismatchError, InvalidInputError } from '@holdfast/sdk/errors'
import { signLinkClaim } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import {
  fromSecret,
  isClaimKeyHash,
  isOpen,
  MAX_CLAIM_ATTEMPTS,
  type ProtectedTransfer,
  waitForClaim,
} from '@holdfast/sdk/transfer'
import { type Address, zeroAddress } from 'viem'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import type { Resume } from '../../command/Resume.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readTransferId } from '../../input/readNumber.js'
import { describePlan, paidTo } from '../../plan/describePlan.js'
import type { ClaimPlan, MadeClaim } from './claimWays.js'
import { claimThroughService, claimThroughWallet } from './claimWays.js'
import { requireTransfer } from './describeTransfer.js'

export const command = defineCommand({
  summary: 'claim a transfer with its code',
  details:
    'The code is read from a prompt, or from the first line of standard input where that is not a terminal. A wrong code is detected before anything is sent, and costs no attempt. Any wallet can submit a claim; only the recorded recipient is paid, and it must be the wallet or the address of --recipient.\nWith --gasless the service submits it and pays the network: it takes no wallet and no USDC. Under terms with claim keys the service sees no secret; otherwise it sees the code, which opens nothing else.',
  wallet: 'signs',
  positionals: [{ name: 'id', describes: 'id of the transfer' }],
  options: [
    { flags: '--gasless', describes: 'have the relayer of the service submit it; takes no wallet' },
    { flags: '--recipient <address>', describes: 'address that the transfer must pay; by default that of the wallet' },
  ],
  examples: [
    ['claim 42', 'asks for the code, which is not shown'],
    ['claim 42 --gasless --service https://pay.example.com', 'without a wallet and without a fee'],
    ['claim 42 --recipient 0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'for another wallet'],
    ['claim 42 --account 1 --yes --json < code', 'for a script: the code is the first line of standard input'],
  ],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that paid the recipient',
    chainId: 'number',
    to: 'address that was paid',
    amount: 'base units that were locked',
    fee: 'base units of them that the terms take',
  },
  async run(context, { positionals: [typed], options }) {
    const transferId = readTransferId(typed)
    const way = await (options.gasless === true ? claimThroughService : claimThroughWallet)(context)
    const expected = findAddress('--recipient', options.recipient) ?? way.account
    const transfer = await requireTransfer(await context.openChain(), transferId)
    const { to, claimHash } = transfer
    if (to === zeroAddress && isOpen(transfer)) throw isOfLink(transferId)
    const recipient = expected ?? to
    const clients = way.clientsFor(recipient)
    const params = { transferId, recipient }
    const { signal } = context
    const plan: ClaimPlan = await (isClaimKeyHash(claimHash)
      ? planOperation(clients, 'claimWithKey', params, { signal })
      : planOperation(clients, 'claim', params, { signal })
    ).catch((error) => {
      throw error instanceof ClaimRecipientMismatchError ? otherRecipient(error) : error
    })
    const { chainId, amount, fee } = plan
    const claim = await askCode(context, clients.publicClient, { chainId, transfer, recipient })
    await context.confirm({
      does: `Claim transfer ${transferId} for ${to}`,
      plan,
      facts: describePlan(plan, way.network === undefined ? {} : { network: [['network', way.network]] }),
    })
    const txHash = await way.submit(plan, claim)
    return {
      result: { transferId, txHash, chainId, to, amount, fee },
      text: `Transfer ${transferId} is claimed: ${to} received ${writeAmount(paidTo(plan, to))}.\n  transaction  ${txHash}`,
    }
  },
})

/** Asks for the code, and makes the claim of it. A wrong one is found out before anything is sent. */
async function askCode(
  { terminal }: Context,
  publicClient: ReadClient,
  { chainId, transfer, recipient }: { chainId: number; transfer: ProtectedTransfer; recipient: Address },
): Promise<MadeClaim> {
  const { transferId, claimHash, attempts } = transfer
  const { code } = fromSecret(await terminal.askSecret(`Code of transfer ${transferId}:`))
  try {
    return await signLinkClaim({ publicClient }, { kind: 'claim', chainId, transferId }, { recipient, code })
  } catch (error) {
    if (!(error instanceof ClaimKeyInvalidError || error instanceof InvalidInputError)) throw error
    throw new CommandFailure('refused', 'wrong_claim_code', `The code does not open transfer ${transferId}.`, [
      isClaimKeyHash(claimHash)
        ? 'Nothing was sent, and wrong codes are not counted.'
        : `Nothing was sent and no attempt spent; ${MAX_CLAIM_ATTEMPTS - attempts} remain.`,
      'Ask the sender for the code again.',
    ])
  }
}

function isOfLink(transferId: bigint): CommandFailure {
  return new CommandFailure('refused', 'claim_key_invalid', `Transfer ${transferId} is open: no code claims it.`, [
    'It is claimed by the key of its payment link.',
  ])
}

/** The code is not asked for: a sender who was deceived has locked the money for a lookalike. */
function otherRecipient(error: ClaimRecipientMismatchError): CommandFailure {
  const { transferId, recorded, isLookalike, shortMessage } = error
  return new CommandFailure(
    'refused',
    'claim_recipient_mismatch',
    shortMessage,
    isLookalike
      ? ['Keep the code to yourself, and ask the sender to cancel and to send to your address.']
      : [`To claim for that address: holdfast claim ${transferId} --recipient ${recorded}`],
  )
}

/** Waits for the claim that was sent. */
export const resume: Resume = async ({ client, txHash, facts, options }) => {
  const transferId = readTransferId(facts.transferId)
  await waitForClaim({ publicClient: client }, transferId, txHash, options)
  return { result: { transferId, txHash }, text: `Transfer ${transferId} is claimed.\n  transaction  ${txHash}` }
}
