import { chainIdOf, requireDeployment } from '@holdfast/sdk/chain'
import { formatPaymentLink, paymentLinkTerms } from '@holdfast/sdk/links'
import { planOperation } from '@holdfast/sdk/plan'
import {
  CLAIM_MODES,
  claimKeyFromLink,
  configIdOf,
  generateLinkSecret,
  termsOf,
  waitForSend,
} from '@holdfast/sdk/transfer'
import { defineCommand, type Input, type Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { codeOption } from '../../command/Option.js'
import type { Resume } from '../../command/Resume.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import { readHash } from '../../input/readHash.js'
import { describePlan, makesCall } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { firewallOptions } from '../../risk/passReport.js'
import { readPayee } from '../../risk/readPayee.js'
import { describeTerms, findTerms } from '../terms/findTerms.js'
import { lockPayment, type paymentOptions } from '../transfer/lockPayment.js'
import { originOption, requireOrigin } from './originOption.js'

export const command = defineCommand({
  summary: 'lock USDC and make a link that claims it, for any holder or for one recipient',
  details:
    'The link is like cash: the first holder who claims is paid. Above 100 USDC, or with --release, the holder can only ask, and you pay with `link release`, after the firewall has judged the address that asks.\nThe secret of the link is shown before anything is sent, the link once the money is locked; neither goes to a log or into the journal. Without a terminal, --link-file names a new file for it. If the command is interrupted, `resume` finds the transfer; its id and that secret make the link.\n`link list` shows its state, and `link cancel` takes the money back.\nWith --to the recipient is recorded and checked by the firewall, as in `send`: the link pays no other address, carries no secret and may be sent anywhere; the code is shown once, to be sent over another channel.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'USDC, for example 25 or 0.5' }],
  options: [
    originOption,
    { flags: '--release', describes: 'pay only an address that you release; always so above 100 USDC' },
    {
      flags: '--terms <id>',
      isHash: true,
      describes: 'id of registered terms with claim mode key or key-release; by default one hour and no fee',
    },
    { flags: '--to <payee>', describes: 'address, or @ and the name of a confirmed contact, that alone can be paid' },
    codeOption,
    ...firewallOptions,
    { flags: '--link-file <file>', describes: 'new file, readable by you alone, to write the link to' },
  ],
  examples: [
    ['link create 25 --origin https://pay.example', 'shows what will happen, asks, shows the link'],
    ['link create 25 --to @Bob --origin https://pay.example', 'a link without a secret, for a contact'],
    [
      'link create 25 --origin https://pay.example --account 0 --yes --json --link-file link',
      'for a script: the link goes into a new file, the transfer id is `.result.transferId`',
    ],
  ],
  result: {
    transferId: 'decimal text',
    txHash: 'of the transaction that locked the money',
    deadline: 'ISO 8601: last second in which it can be claimed',
    fee: 'base units that a claim takes from the amount',
    chainId: 'number',
    from: 'address',
    amount: 'base units',
    claimHash: 'the claim key; not the secret',
    configId: 'id of the terms',
    configTxHash: 'transaction that registered the terms; null where they existed',
    approvalTxHash: 'transaction that approved the amount; null where none was needed',
    needsRelease: 'whether the holder must ask; not with --to',
    to: 'address; only with --to',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); only with --to',
    link: 'the link, which holds no secret; only with --to',
  },
  async run(context, input) {
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
  },
})

/** Waits for the send; the link was shown before it, without the id of the transfer. */
export const resume: Resume = async ({ client, txHash, facts: { claimHash }, options }) => {
  // The command that began it wrote the hash.
  const sent = await waitForSend({ publicClient: client }, txHash, claimHash as `0x${string}`, options)
  return {
    result: { ...sent, claimHash },
    text: `Transfer ${sent.transferId} is locked, to be claimed until ${sent.deadline.toISOString()}.\nIts link was shown with <id> in it: put ${sent.transferId} there.`,
  }
}

type Typed = Input<readonly [typeof originOption, ...typeof paymentOptions]> & {
  options: { readonly to?: string; readonly release?: true; readonly linkFile?: string }
}

/** A link for a recipient who is known: the payment is one of `send`, and the link carries no secret. */
async function createClaimLink(context: Context, input: Typed): Promise<Outcome> {
  const {
    positionals: [typed],
    options,
  } = input
  if (options.release === true || options.linkFile !== undefined)
    throw usageFailure('usage', '--release and --link-file are for links without --to.')
  const amount = readAmount('amount', typed)
  const origin = requireOrigin(input)
  // A bad origin is found out before anything is asked.
  formatPaymentLink({ kind: 'claim', chainId: 1, transferId: 1n }, origin)
  const payee = readPayee(context, '--to', options.to)
  const { result, text } = await lockPayment(context, input, { ...payee, amount })
  const link = formatPaymentLink({ kind: 'claim', chainId: result.chainId, transferId: result.transferId }, origin)
  return { result: { ...result, link }, text: `${text}\n  link         ${link}` }
}
