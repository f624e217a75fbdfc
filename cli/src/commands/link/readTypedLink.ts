import { type PaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'

/**
 * The link that a command is about. One without a secret may be an argument; any other is read from a prompt, or from the first
 * line of standard input where that is no terminal.
 *
 * @throws LinkMalformedError, CommandFailure `secret_typed`
 */
export async function readTypedLink(
  { terminal }: Pick<Context, 'terminal'>,
  typed: string | undefined,
): Promise<PaymentLink> {
  if (typed === undefined) return readPaymentLink(await terminal.askSecret('Link:'))
  const link = readPaymentLink(typed)
  if (link.kind === 'claim' && link.code === undefined) return link
  throw usageFailure('secret_typed', 'The link holds a secret, so it is no argument: shells keep what is typed.', [
    'Leave it out; it is then asked for, or read from standard input.',
    'Another reader of it can be faster than you: claim it soon, or ask its sender for another one.',
  ])
}
