import { waitForClaim } from '@holdfast/sdk/transfer'
import { readTransferId } from '../../input/readTransferId.js'
import type { Resume } from '../../resume/Resume.js'

export const resume: Resume = async ({ client, txHash, facts, options }) => {
  const transferId = readTransferId(facts.transferId)
  await waitForClaim({ publicClient: client }, transferId, txHash, options)
  return { result: { transferId, txHash }, text: `Transfer ${transferId} is claimed.\n  transaction  ${txHash}` }
}
