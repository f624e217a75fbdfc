import { type LinkPreview, type PaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'

/**
 * The link that a command is about. One without a secret may be an argument; any other is read from a prompt, or from the first
 * line of standard input where that is not a terminal.
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
  throw usageFailure(
    'secret_typed',
    'The link holds a secret, so it cannot be an argument: shells store what is typed.',
    [
      'Leave it out; it is then asked for, or read from standard input.',
      'Another reader of it can be faster than you: claim it soon, or ask its sender for another one.',
    ],
  )
}

/** What a link leads to, label and value, before anything is claimed. */
export function describePreview(preview: LinkPreview): (readonly [label: string, value: string])[] {
  const { state, amount, fee, unverifiedSender, recipient, deadline, needs, isHolderPaid } = preview
  return [
    ['state', states[state]],
    ['from', `${unverifiedSender}, which is not verified`],
    ['to', recipient ?? 'the recipient that the holder of the link names'],
    ['amount', writeAmount(amount)],
    ['fee', fee === 0n ? 'none' : `${writeAmount(fee)}, out of it`],
    ['deadline', deadline.toISOString()],
    ['needs', needTexts[needs]],
    ...(isHolderPaid ? [['note', 'holding the link is enough: another holder can be faster'] as const] : []),
  ]
}

const states = {
  open: 'open',
  locked: 'locked by five wrong codes',
  claimed: 'claimed already',
  cancelled: 'cancelled by its sender',
  returned: 'returned to its sender',
  expired: 'past its deadline: the money goes back to its sender',
  replaced: 'replaced: its sender has set another secret, or the link is damaged',
} as const satisfies Record<LinkPreview['state'], string>

const needTexts = {
  code: 'the code, which its sender tells over another channel',
  release: 'the release by its sender, who sees which address asks',
  nothing: 'nothing else',
} as const satisfies Record<LinkPreview['needs'], string>
