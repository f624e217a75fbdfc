import type { Command } from '../../../command/Command.js'
import { codeOption } from '../../../command/walletOptions.js'
import { requestFileOption } from '../../../requests/readTypedRequest.js'
import { firewallOptions } from '../../../risk/firewallOptions.js'
import { sendCommand } from '../../send/command.js'

export const requestPayCommand: Command = {
  path: ['request', 'pay'],
  summary: 'lock USDC for the payee of a signed request, as `send` does',
  details:
    'The request spares you to copy an address and adds no trust: the firewall judges the payee as ever, and an imitation of an address that you know stays blocked. Give the code to the payee as after `send`.\nA request that you have paid before, or whose payment may be under way, is paid again only after a question of its own; --yes does not answer it, --again does.',
  wallet: 'signs',
  positionals: [{ name: 'request', describes: 'URI of the request, or a link to it', isRequired: false }],
  options: [
    requestFileOption,
    { flags: '--amount <usdc>', describes: 'what to pay, where the request leaves the amount to you' },
    { flags: '--again', describes: 'pay a request that was paid before' },
    {
      flags: '--terms <id>',
      isHash: true,
      describes: 'terms that are registered; else as of `send`',
    },
    codeOption,
    ...firewallOptions,
  ],
  examples: [['request pay --file invoice.json', 'shows the request and the plan, asks, shows the code']],
  result: {
    ...sendCommand.result,
    requestHash: 'identity of the request',
    reference: 'text of the payee',
  },
  load: () => import('./run.js'),
}
