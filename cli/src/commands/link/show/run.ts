import { previewPaymentLink } from '@holdfast/sdk/links'
import { describeChain } from '../../../chain/describeChain.js'
import type { Run } from '../../../command/Command.js'
import { describePreview } from '../../../links/describePreview.js'
import { readTypedLink } from '../../../links/readTypedLink.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const link = await readTypedLink(context, typed)
  const preview = await previewPaymentLink({ publicClient: await context.openChain(link.chainId) }, link)
  const rows = [...describePreview(preview), ['chain', describeChain(preview.chainId)] as const]
  return {
    result: preview,
    text: [`Transfer ${preview.transferId}`, ...rows.map(([label, value]) => `  ${label.padEnd(8)}  ${value}`)].join(
      '\n',
    ),
  }
}
