import { waitForSend } from '@holdfast/sdk/transfer'
import type { Resume } from '../../command/Resume.js'

export const resume: Resume = async ({ client, txHash, facts: { claimHash }, options }) => {
  // The command that began it wrote the hash.
  const sent = await waitForSend({ publicClient: client }, txHash, claimHash as `0x${string}`, options)
  return {
    result: { ...sent, claimHash },
    text: `Transfer ${sent.transferId} is locked, to be claimed until ${sent.deadline.toISOString()}.\nIts link was shown with <id> in it: put ${sent.transferId} there.`,
  }
}
