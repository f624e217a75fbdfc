import type { CanonicalObject } from '../../audit/canonicalJson.js'
import type { FirewallVerdict } from '../Firewall.js'
import type { CosignParts } from './CosignParts.js'

/** What an audit record says of the firewall. */
export function verdictDetails(
  { firewall }: Pick<CosignParts, 'firewall'>,
  verdict: FirewallVerdict | undefined,
): CanonicalObject {
  return {
    version: firewall.version,
    level: verdict?.level ?? null,
    complete: verdict?.complete ?? false,
    reasons: verdict?.reasons ?? [],
    cursor: verdict?.cursor ?? null,
  }
}
