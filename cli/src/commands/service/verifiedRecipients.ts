import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { openService } from './openService.js'

export const command = defineCommand({
  summary: 'list the recipients who have claimed protected transfers of a sender',
  details: 'Exit code 5 where the list may be incomplete: the index of the service is behind the chain.',
  positionals: [{ name: 'sender', describes: 'address that has paid' }],
  examples: [
    ['service verified-recipients 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'each recipient once, oldest first'],
  ],
  result: {
    chainId: 'number',
    sender: 'address',
    recipients:
      'list of `address`, `transferId`, `blockNumber` and `transactionHash` of the first transfer that settled',
    completeToBlock: 'no recipient up to this block is missing',
    complete: 'whether that is the head of the chain',
  },
  async run({ settings, terminal, signal }, { positionals: [sender] }) {
    const asked = { sender: readAddress('sender', sender), chainId: chooseChain(settings.chain.value ?? '').id }
    const service = openService(settings)
    const list = await terminal.during('asking the service', () => service.verifiedRecipients(asked, { signal }))
    const { recipients, complete, completeToBlock } = list
    const rows = recipients.map(({ address, transferId }) => `${address}  transfer ${transferId}`)
    const ends = complete ? [] : [terminal.paint.yellow(`Complete only up to block ${completeToBlock}.`)]
    return {
      result: list,
      text: [...(rows.length === 0 ? ['None.'] : rows), ...ends].join('\n'),
      exit: complete ? 'ok' : 'unavailable',
    }
  },
})
