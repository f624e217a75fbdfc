import { deploymentOf } from '@holdfast/sdk/chain'
import { getBox } from '@holdfast/sdk/shield'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { findCosigner } from '../cosign/askCosigner.js'
import { BOX_RESULT, describeBox, summarize } from './describeBox.js'

export const command = defineCommand({
  summary: 'show a box: whom it pays, what is left, until when, who co-signs',
  details:
    'Reads only the chain, and accepts only an account with the code of a box. If the settings name a service, its co-signer is compared.',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  examples: [['box show 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'terms, progress and balance']],
  result: {
    ...BOX_RESULT,
    serviceCosigner: 'that of the service; null where none is set, or none answers',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
    const account = readAddress('box', typed)
    const client = await context.openChain()
    const { id: chainId, usdc } = await deploymentOf(client)
    const box = await getBox(client, account)
    const { terminal, signal } = context
    const cosigner = await findCosigner(context).catch(() => {
      signal.throwIfAborted()
      terminal.say(terminal.paint.yellow('The service does not say who its co-signer is.'))
      return undefined
    })
    const around = { usdc, cosigner }
    return {
      result: { ...summarize(box, around), serviceCosigner: cosigner ?? null, chainId },
      text: describeBox(box, around, terminal.paint),
    }
  },
})
