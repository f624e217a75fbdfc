import type { Admission } from '../../admission/Admission.js'
import { createAdmission } from '../../admission/createAdmission.js'
import { createRelay } from '../../relay/createRelay.js'
import type { Relay } from '../../relay/Relay.js'
import { settlementEvent } from '../../relay/settlementEvent.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Closers } from './Closers.js'
import type { Records } from './openRecords.js'

/** Opens admission, and the relay when there is a key for it. */
export function openRelaying(
  parts: ServiceParts,
  { audit, onRefused }: Records,
  closers: Closers,
  options: createRelay.Options = {},
): { admission: Admission; relay: Relay | undefined } {
  const { keys } = parts
  let relay: Relay | undefined
  const admission = createAdmission({
    ...parts,
    // Each needs the other; admission asks only once it runs.
    relayerBalance: (chainId) => relay?.balance(chainId),
    record: { audit, eventOf: settlementEvent },
    onRefused,
  })
  if (keys.relayer === undefined) return { admission, relay }
  const ownAddresses = [keys.cosigner, keys.keeper].flatMap((key) => (key ? [key.address] : []))
  relay = createRelay({ ...parts, admission, signer: keys.relayer, ownAddresses, onRefused }, options)
  closers.add(() => relay?.stop())
  return { admission, relay }
}
