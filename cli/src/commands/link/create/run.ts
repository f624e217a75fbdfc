import { chainIdOf } from '@holdfast/sdk/chain'
import { InvalidInputError } from '@holdfast/sdk/errors'
import { createPaymentLink, formatPaymentLink } from '@holdfast/sdk/links'
import {
  approveUsdc,
  CLAIM_MODES,
  canPayBySignature,
  claimKeyFromLink,
  defineConfig,
  generateLinkSecret,
  getAllowance,
  RELEASE_ABOVE,
  registerConfig,
} from '@holdfast/sdk/transfer'
import { describeChain, describeNetworkFee } from '../../../chain/describeChain.js'
import { follow } from '../../../chain/follow.js'
import type { Run } from '../../../command/Command.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { readHash } from '../../../input/readHash.js'
import { requireOrigin } from '../../../links/originOption.js'
import { requireFunds } from '../../../token/requireFunds.js'
import { chooseTerms, findTerms } from '../../../transfer/chooseTerms.js'
import { describeTerms } from '../../../transfer/describeTerms.js'
import { feeOf } from '../../../transfer/feeOf.js'
import { isKeyed } from '../../../transfer/isKeyed.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [typed],
    options,
  } = input
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
  const ours = defineConfig({ claimMode: options.release === true || amount > RELEASE_ABOVE ? 'KEY_RELEASE' : 'KEY' })
  const [{ configId, terms, isRegistered }, allowance, isSigned, networkFee] = await Promise.all([
    wanted === undefined ? chooseTerms(client, { chainId, owner: from }, ours) : findTerms(client, wanted),
    getAllowance({ publicClient: client }, from),
    canPayBySignature(clients),
    describeNetworkFee(client, chainId),
    requireFunds(client, chainId, { from, amount }),
  ])
  const needsRelease = terms.claimMode === CLAIM_MODES.KEY_RELEASE
  if (!isKeyed(terms))
    throw new InvalidInputError('--terms', 'A link needs terms with claim mode `KEY` or `KEY_RELEASE`.')
  if (!needsRelease && amount > RELEASE_ABOVE)
    throw new InvalidInputError('--terms', 'A link over 100 USDC needs terms with claim mode `KEY_RELEASE`.')
  const fee = feeOf(amount, terms)
  const needsApproval = !isSigned && allowance < amount
  await context.confirm({
    does: `Lock ${writeAmount(amount)} for the holder of a link`,
    facts: [
      ['from', from],
      ['to', needsRelease ? 'the address that asks, once you release it' : 'any holder of the link'],
      ['amount', writeAmount(amount)],
      ['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of what is claimed`],
      ['network', networkFee],
      ['chain', describeChain(chainId)],
      ['terms', `${describeTerms(terms)}${isRegistered ? '' : '; will be registered'}`],
      ...(isSigned
        ? [['signature', `a payment of exactly ${writeAmount(amount)} to the transfer contract`] as const]
        : []),
      ...(needsApproval ? [['approval', `exactly ${writeAmount(amount)}, for the transfer contract`] as const] : []),
      [
        'firewall',
        needsRelease ? 'judges who asks, before a release' : 'cannot judge a recipient who is not known yet',
      ],
    ],
  })

  const { claimHash } = claimKeyFromLink(linkSecret)
  // Before anything leaves: it alone finds and claims the transfer.
  const shape = formatPaymentLink({ kind: 'payment', chainId, transferId: 1n, linkSecret }, origin)
  show('Link, once <id> is known', shape.replace(`/pay/${chainId}/1/`, `/pay/${chainId}/<id>/`))
  const one = { chainId, command: 'link create', facts: { claimHash } }
  const registered = isRegistered
    ? { txHash: null }
    : await follow(context, { ...one, command: 'config register', doing: 'registering the terms' }, (followed) =>
        registerConfig(clients, ours, followed),
      )
  const approvalTxHash = needsApproval
    ? await follow(context, { ...one, command: 'approve', doing: 'approving' }, (followed) =>
        approveUsdc(clients, amount, followed),
      )
    : null
  const { link, ...sent } = await follow(context, { ...one, doing: 'locking the money' }, (followed) =>
    createPaymentLink(clients, { configId, amount, linkSecret, origin }, followed),
  )
  show('Link', link)
  return {
    result: {
      ...sent,
      chainId,
      from,
      amount,
      claimHash,
      configId,
      configTxHash: registered.txHash,
      approvalTxHash,
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
