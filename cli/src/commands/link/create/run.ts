import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { formatPaymentLink, paymentLinkTerms } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import { CLAIM_MODES, claimKeyFromLink, configIdOf, generateLinkSecret, termsOf } from '@holdfast/sdk/transfer'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { readHash } from '../../../input/readHash.js'
import { requireOrigin } from '../../../links/originOption.js'
import { describePlan, makesCall } from '../../../plan/describePlan.js'
import { followPlan } from '../../../plan/followPlan.js'
import { describeTerms } from '../../../transfer/describeTerms.js'
import { findTerms } from '../../../transfer/findTerms.js'
import { createClaimLink } from './createClaimLink.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
  if (options.to !== undefined) return createClaimLink(context, input)
  if (options.codeFile !== undefined) throw usageFailure('usage', '--code-file is for a link with --to.')
  const amount = readAmount('amount', typed)
  const origin = requireOrigin(input)
  const linkSecret = generateLinkSecret()
  // A bad origin is found out before anything is asked.
  formatPaymentLink({ kind: 'payment', chainId: 1, transferId: 1n, linkSecret }, origin)
  const wanted = options.terms === undefined ? undefined : readHash('--terms', options.terms)
  if (wanted !== undefined && options.release === true)
    throw usageFailure('usage', 'The terms say whether a link needs a release: leave --release or --terms out.')
  const show = context.terminal.openSecretOutlet(options.linkFile, 'link')
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const from = walletClient.account.address
  const chainId = await chainIdOf(client)
  const ours = paymentLinkTerms(amount, { needsRelease: options.release === true })
  const terms =
    wanted === undefined ? termsOf(ours, requireDeployment(chainId)) : (await findTerms(client, wanted)).terms
  const configId = wanted ?? configIdOf(from, terms)
  const needsRelease = terms.claimMode === CLAIM_MODES.KEY_RELEASE
  const { claimHash } = claimKeyFromLink(linkSecret)
  const plan = await planOperation(
    clients,
    'createPaymentLink',
    { ...(wanted === undefined ? { terms: ours } : { configId }), amount, claimHash },
    { signal: context.signal },
  )
  const isSigned = plan.steps.some(({ kind }) => kind === 'signature')
  await context.confirm({
    does: `Lock ${writeAmount(amount)} for the holder of a link`,
    plan,
    facts: describePlan(plan, {
      parties: [
        ['from', from],
        ['to', needsRelease ? 'the address that asks, once you release it' : 'any holder of the link'],
      ],
      last: [
        ['terms', `${describeTerms(terms)}${makesCall(plan.steps, 'createConfig') ? '; will be registered' : ''}`],
        ...(isSigned
          ? [['signature', `a payment of exactly ${writeAmount(amount)} to the transfer contract`] as const]
          : []),
        [
          'firewall',
          needsRelease ? 'judges who asks, before a release' : 'cannot judge a recipient who is not known yet',
        ],
      ],
    }),
  })

  // Before anything leaves: it alone finds and claims the transfer.
  const shape = formatPaymentLink({ kind: 'payment', chainId, transferId: 1n, linkSecret }, origin)
  show('Link, once <id> is known', shape.replace(`/pay/${chainId}/1/`, `/pay/${chainId}/<id>/`))
  const followed = { command: 'link create', doing: 'locking the money', facts: { claimHash } }
  const handOver = { linkSecret, origin }
  const { result, transactions } = await followPlan(context, clients, plan, followed, { handOver })
  const { link, ...sent } = result
  const hashOf = (functionName: string) =>
    transactions.find(({ step }) => makesCall([step], functionName))?.txHash ?? null
  show('Link', link)
  return {
    result: {
      ...sent,
      chainId,
      from,
      amount,
      claimHash,
      configId,
      configTxHash: hashOf('createConfig'),
      approvalTxHash: hashOf('approve'),
      needsRelease,
    },
    text: [
      `Transfer ${sent.transferId}: ${writeAmount(amount)}, to be claimed until ${sent.deadline.toISOString()}.`,
      `  transaction  ${sent.txHash}`,
      ...(needsRelease ? [`  release      holdfast link release ${sent.transferId}`] : []),
      `  take back    holdfast link cancel ${sent.transferId}`,
    ].join('\n'),
  }
}
