import { waitForClaim } from '@holdfast/sdk/transfer'
import type { Resume } from '../../command/Resume.js'
import { readTransferId } from '../../input/readTransferId.js'

export const resume: Resume = async ({ client, txHash, facts, options }) => {
  const transferId = readTransferId(facts.transferId)
  await waitForClaim({ publicClient: client }, transferId, txHash, options)
  return { result: { transferId, txHash }, text: `Transfer ${transferId} is claimed.\n  transaction  ${txHash}` }
}
