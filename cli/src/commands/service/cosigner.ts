import { defineCommand } from '../../command/Command.js'
import { openService } from './openService.js'

export const command = defineCommand({
  summary: 'show the address that new boxes must name as their co-signer',
  details: 'Store the address: a box trusts it permanently, whatever the service answers later.',
  examples: [['service cosigner --service https://pay.example.com', 'one address']],
  result: { address: 'of the co-signer' },
  async run({ settings, terminal, signal }) {
    const service = openService(settings)
    const address = await terminal.during('asking the service', () => service.cosignerAddress({ signal }))
    return { result: { address }, text: address }
  },
})
