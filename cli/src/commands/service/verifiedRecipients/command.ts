import type { Command } from '../../../command/Command.js'

export const serviceVerifiedRecipientsCommand: Command = {
  path: ['service', 'verified-recipients'],
  summary: 'list whom the protected transfers of a sender have reached',
  details:
    'Exit code 5 with a list that is missing data: the index of the service has not come to the head of the chain.',
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
  load: () => import('./run.js'),
}
