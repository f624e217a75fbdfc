import type { Hex } from 'viem'
import type { CosignParts } from './CosignParts.js'
import type { Evaluation } from './Evaluation.js'
import type { BoxReading } from './readBox.js'
import { simulateSpend } from './simulateSpend.js'
import { type Veto, veto } from './veto.js'
import { withTimeout } from './withTimeout.js'

/** Simulates a signed spend at the block that the box was read at. A box that is not deployed yet cannot be simulated. */
export async function trySpend(
  { signer, timing }: CosignParts,
  { chain, left }: Evaluation,
  spend: { amount: bigint; action: 0 | 1; signature: Hex },
  { account, block, isDeployed }: BoxReading,
): Promise<Veto | undefined> {
  if (!isDeployed) return undefined
  const simulated = simulateSpend(chain, { ...spend, account, from: signer.address, block })
  const outcome = await withTimeout(simulated, left(timing.simulateMs)).catch(() => 'unavailable' as const)
  switch (outcome) {
    case 'passed':
      return undefined
    case 'failed':
      return veto('simulation_failed')
    case 'unavailable':
      return veto('simulation_unavailable')
  }
}
