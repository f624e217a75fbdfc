import { formatPaymentLink } from '@holdfast/sdk/links'
import type { Input, Outcome } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAmount } from '../../input/readAmount.js'
import { readPayee } from '../../risk/readPayee.js'
import { lockPayment } from '../transfer/lockPayment.js'
import type { paymentOptions } from '../transfer/paymentOptions.js'
import { type originOption, requireOrigin } from './originOption.js'

type Typed = Input<readonly [typeof originOption, ...typeof paymentOptions]> & {
  options: { readonly to?: string; readonly release?: true; readonly linkFile?: string }
}

/** A link for a recipient who is known: the payment is one of `send`, and the link carries no secret. */
export async function createClaimLink(context: Context, input: Typed): Promise<Outcome> {
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
