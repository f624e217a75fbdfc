import type { LinkPreview } from '@holdfast/sdk/links'
import { writeAmount } from '../../input/readAmount.js'

/** What a link leads to, label and value, before anything is claimed. */
export function describePreview(preview: LinkPreview): (readonly [label: string, value: string])[] {
  const { state, amount, fee, unverifiedSender, recipient, deadline, needs, isHolderPaid } = preview
  return [
    ['state', states[state]],
    ['from', `${unverifiedSender}, which is not verified`],
    ['to', recipient ?? 'whom the holder of the link names'],
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
