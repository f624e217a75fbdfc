import { chooseChain } from '../../../chain/chooseChain.js'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { openService } from '../../../service/openService.js'

export const run: Run = async ({ settings, terminal, signal }, { positionals: [sender] }) => {
  const asked = { sender: readAddress('sender', sender), chainId: chooseChain(settings.chain.value ?? '').id }
  const service = openService(settings)
  const list = await terminal.during('asking the service', () => service.verifiedRecipients(asked, { signal }))
  const { recipients, complete, completeToBlock } = list
  const rows = recipients.map(({ address, transferId }) => `${address}  transfer ${transferId}`)
  const ends = complete ? [] : [terminal.paint.yellow(`Complete only up to block ${completeToBlock}.`)]
  return {
    result: list,
    text: [...(rows.length === 0 ? ['Nobody.'] : rows), ...ends].join('\n'),
    exit: complete ? 'ok' : 'unavailable',
  }
}
