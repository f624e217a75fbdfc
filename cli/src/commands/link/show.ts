import { previewPaymentLink } from '@holdfast/sdk/links'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import { describePreview, readTypedLink } from './typedLink.js'

export const command = defineCommand({
  summary: 'show the payment of a link, without claiming it',
  details:
    'Reads claim links and payment links of any web application, and follows none. A link with a secret is read from a prompt, or from the first line of standard input; only a claim link without its code may be an argument.',
  positionals: [
    { name: 'link', describes: 'claim link without a code; the command prompts for any other link', isRequired: false },
  ],
  examples: [
    ['link show', 'asks for the link, which is not shown'],
    ['link show https://pay.example/#/claim/5042002/42', 'a claim link without a secret'],
  ],
  result: {
    kind: '`claim` (recorded recipient) or `payment` (open)',
    chainId: 'number',
    transferId: 'decimal text',
    state: '`open`, `locked`, `claimed`, `cancelled`, `returned`, `expired` or `replaced`',
    amount: 'base units',
    fee: 'base units of them that a claim takes',
    unverifiedSender: 'address that locked the money; nothing proves who holds it',
    recipient: 'whom a claim pays; null where the holder names it',
    deadline: 'ISO 8601: last second in which it can be claimed',
    needs: '`code`, `release` or `nothing`',
    isHolderPaid: 'whether holding the link is enough, so that another holder can be faster',
  },
  async run(context, { positionals: [typed] }) {
    const link = await readTypedLink(context, typed)
    const preview = await previewPaymentLink({ publicClient: await context.openChain(link.chainId) }, link)
    const rows = [...describePreview(preview), ['chain', describeChain(preview.chainId)] as const]
    return {
      result: preview,
      text: [`Transfer ${preview.transferId}`, ...rows.map(([label, value]) => `  ${label.padEnd(8)}  ${value}`)].join(
        '\n',
      ),
    }
  },
})
