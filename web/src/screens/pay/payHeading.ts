import type { LinkPreview } from '@holdfast/sdk/links'
import { type Address, isAddressEqual } from 'viem'
import type { Format } from '../../words/format.js'
import type { LinkWords } from '../../words/LinkWords.js'
import type { Press } from '../claim/ClaimOutcome.js'

/** The heading of a payment link: its amount, or its outcome. */
export function payHeading(
  { preview, press, recipient }: { preview: LinkPreview | undefined; press: Press; recipient: Address | undefined },
  words: LinkWords['pay'],
  format: Format,
): { title: string | undefined; lead: string | undefined } {
  if (preview === undefined) return { title: undefined, lead: undefined }
  const { amount, received, state, needs } = preview
  const outcome = press.at === 'over' ? press.outcome.kind : undefined
  const isPaid = preview.recipient !== null && recipient !== undefined && isAddressEqual(preview.recipient, recipient)
  if (outcome === 'claimed' || (outcome === 'asked' && state === 'claimed' && isPaid))
    return { title: words.done.title(format.usdc(received)), lead: words.done.why }
  if (state !== 'open') return { title: words.state[state].title, lead: words.state[state].why }
  if (outcome === 'asked') return { title: words.waiting.title, lead: words.waiting.why }
  const title = needs === 'release' ? words.titleReleased : words.title
  return { title: title(format.usdc(amount)), lead: words.lead }
}
