import { defineCommand } from '../../command/defineCommand.js'
import { openService } from './openService.js'

export const command = defineCommand({
  summary: 'ask for the address that new boxes must name as their co-signer',
  details: 'Ask once and keep it: a box trusts the address, not what answers here later.',
  examples: [['service cosigner --service https://pay.example.com', 'one address']],
  result: { address: 'of the co-signer' },
  async run({ settings, terminal, signal }) {
    const service = openService(settings)
    const address = await terminal.during('asking the service', () => service.cosignerAddress({ signal }))
    return { result: { address }, text: address }
  },
})
