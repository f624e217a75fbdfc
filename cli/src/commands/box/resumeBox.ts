import { deploymentOf } from '@holdfast/sdk/chain'
import { getBox } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import type { Resume } from '../../command/Resume.js'
import { resume as resumeMined } from '../../command/Resume.js'
import { describeBox, summarize } from './describeBox.js'

/** For whatever a box does: once it is mined, what has become of the box. */
export const resume: Resume = async (pending, context) => {
  const { result, text } = await resumeMined(pending, context)
  const { client, facts } = pending
  const { usdc } = await deploymentOf(client)
  // The command that began it wrote the address.
  const box = await getBox(client, facts.account as Address)
  return {
    result: { ...result, ...summarize(box, { usdc }) },
    text: [text, describeBox(box, { usdc }, context.terminal.paint)].join('\n'),
  }
}
