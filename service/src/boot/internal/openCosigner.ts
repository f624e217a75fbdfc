import type { RiskSources } from '../../chains/createRiskSources.js'
import type { Cosigner } from '../../cosign/Cosigner.js'
import { createCosigner } from '../../cosign/createCosigner.js'
import { createFirewall } from '../../cosign/createFirewall.js'
import type { Announcements } from '../../cosign/Firewall.js'
import type { Indexes } from '../../indexes/createIndexes.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Records } from './openRecords.js'

/** Opens the co-signer when there is a key for it. */
export async function openCosigner(
  parts: ServiceParts,
  { audit, tally }: Records,
  { indexes, providerOf }: { indexes: Indexes; providerOf: RiskSources },
  { patienceMs }: { patienceMs?: number | undefined },
): Promise<Cosigner | undefined> {
  if (parts.keys.cosigner === undefined) return undefined
  const verifiedRecipients = (chainId: number) => indexes.recipients(chainId)
  const announcements: Announcements = {
    async namesOwner(chainId, address) {
      const index = indexes.announcements(chainId)
      // Read before the rows: rows that arrive in between can only add to a list that was already complete.
      const { complete } = index.status()
      const sinceBlock = await index.announcedSince(address)
      return { complete, namesOwner: sinceBlock !== undefined, sinceBlock }
    },
  }
  const firewall = createFirewall({ chains: parts.chains, providerOf, verifiedRecipients }, { timeoutMs: patienceMs })
  // A source that does not answer is missing from a verdict, so the firewall must return before the co-signer's own
  // timeout.
  const stepMs = patienceMs && 2 * patienceMs
  const timing = { totalMs: stepMs, readMs: stepMs, firewallMs: stepMs, simulateMs: stepMs }
  return createCosigner(
    { ...parts, audit, tally, firewall, announcements },
    { quorum: parts.config.policyQuorum, timing },
  )
}
