import { zeroAddress, zeroHash } from 'viem'
import { parseParty } from '../../chain/address.js'
import { chainIdOf } from '../../chain/network.js'
import { parseOrigin } from '../../chain/origin.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { InvalidInputError } from '../../errors/input.js'
import { claimPaymentLink } from '../../links/claimPaymentLink.js'
import { formatPaymentLink } from '../../links/formatPaymentLink.js'
import { lockForHolder } from '../../links/lockForHolder.js'
import { openBlank } from '../../links/openLink.js'
import { submitOpened } from '../../links/submitOpened.js'
import type { OpenLink } from '../../links/types.js'
import { claimKeyFromLink } from '../../transfer/claimKey.js'
import type { PlanOperation, PlanOperations } from '../operations.js'
import type { PlanStep } from '../types.js'
import type { Definition } from './Definition.js'
import { blankSignature } from './rehearse.js'
import { underTerms } from './transferDefinitions.js'
import { describePayment, describeSend, requireTransfer } from './transferFacts.js'

/** Stand for secrets that are not handed over yet. */
const blankSecret = { linkSecret: zeroHash, origin: '' }
const blankLink: { link: OpenLink } = {
  link: { kind: 'payment', chainId: 0, transferId: 0n, linkSecret: zeroHash },
}
const blankClaim = { signature: blankSignature, code: '0'.repeat(16), salt: zeroHash }

const creating: Definition<'createPaymentLink'> = {
  last: ['sendProtectedWithAuthorization', 'sendProtected'],
  sealed: ['validBefore', 'signature'],
  blank: blankSecret,
  async run(clients, params, options, handOver) {
    const lock = async () => lockForHolder(clients, await underTerms(clients, params, options), options)
    // A rehearsal ends before it has locked anything.
    if (handOver === blankSecret) return { ...(await lock()), link: '' }
    const { linkSecret, origin } = handOver
    parseOrigin(origin)
    if (claimKeyFromLink(linkSecret).claimHash !== params.claimHash.toLowerCase())
      throw new InvalidInputError('linkSecret', 'The secret is not the one whose claim hash the plan names.')
    const chainId = await chainIdOf(clients.publicClient)
    const sent = await lock()
    return {
      ...sent,
      link: formatPaymentLink({ kind: 'payment', chainId, transferId: sent.transferId, linkSecret }, origin),
    }
  },
  describe: (context, params) => describeSend(context, { ...params, to: zeroAddress }),
}

const claiming: Definition<'claimPaymentLink'> = {
  last: ['claimTo', 'claimWithKey', 'requestRelease'],
  sealed: ['code', 'salt', 'signature'],
  blank: blankLink,
  async run(clients, params, options, handOver) {
    const recipient = parseParty('recipient', params.recipient ?? requireAccount(clients.walletClient).address)
    if (handOver === blankLink)
      return submitOpened(clients, await openBlank(clients, params, { recipient, blank: blankClaim }), options)
    const { link, code } = handOver
    assertSameLink(params, link)
    return claimPaymentLink(clients, link, { ...options, recipient, code })
  },
  async describe(context, { transferId, recipient = context.account }) {
    const transfer = await requireTransfer(context, transferId, { isPast: false })
    const facts = await describePayment(context, transfer, parseParty('recipient', recipient))
    // What is only asked for moves nothing.
    const steps = await context.steps
    return makes(steps, 'requestRelease') ? { ...facts, effects: [] } : facts
  },
}

/** Operations on links. */
export const linkDefinitions = {
  createPaymentLink: creating,
  claimPaymentLink: claiming,
} satisfies { [operation in PlanOperation]?: Definition<operation> }

/** @throws {@link InvalidInputError} for another link than the planned one. */
function assertSameLink(planned: PlanOperations['claimPaymentLink']['params'], link: unknown): void {
  const { kind, chainId, transferId } = Object(link)
  if (kind !== planned.kind || chainId !== planned.chainId || transferId !== planned.transferId)
    throw new InvalidInputError('link', 'The link is not the one that was planned.')
}

function makes(steps: readonly PlanStep[], functionName: string): boolean {
  return steps.some(
    (step) => step.kind === 'transaction' && step.calls.some((call) => call.functionName === functionName),
  )
}
