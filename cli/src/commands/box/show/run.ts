import { deploymentOf } from '@holdfast/sdk/chain'
import { getBox } from '@holdfast/sdk/shield'
import { describeBox, summarize } from '../../../box/describeBox.js'
import type { Run } from '../../../command/Command.js'
import { findCosigner } from '../../../cosign/openCosigner.js'
import { readAddress } from '../../../input/readAddress.js'

export const run: Run = async (context, { positionals: [typed] }) => {
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
}
