import { BOX_RESULT } from '../../../box/boxResult.js'
import type { Command } from '../../../command/Command.js'

export const boxShowCommand: Command = {
  path: ['box', 'show'],
  summary: 'show a box: whom it pays, what is left, until when, who co-signs',
  details:
    'Read from the chain alone, and only what stands behind the code of a box is believed. With a service in the settings its co-signer is compared.',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  examples: [['box show 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'terms, progress and balance']],
  result: {
    ...BOX_RESULT,
    serviceCosigner: 'that of the service; null where none is set, or none answers',
    chainId: 'number',
  },
  load: () => import('./run.js'),
}
