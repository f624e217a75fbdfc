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
  options: openRelaying.Options = {},
): { admission: Admission; relay: Relay | undefined } {
  const { store, chains, keys, config, log, metrics, now } = parts
  const { limits, money, sponsor, instanceId } = config
  let relay: Relay | undefined
  const admission = createAdmission({
    store,
    limits,
    money,
    now,
    log,
    // Each needs the other; admission asks only once it runs.
    relayerBalance: (chainId) => relay?.balance(chainId),
    record: { audit, eventOf: settlementEvent },
    onRefused,
  })
  if (keys.relayer === undefined) return { admission, relay }
  const ownAddresses = [keys.cosigner, keys.keeper].flatMap((key) => (key ? [key.address] : []))
  relay = createRelay({
    store,
    admission,
    chains,
    signer: keys.relayer,
    ownAddresses,
    money,
    sponsor,
    instanceId,
    onRefused,
    log,
    metrics,
    now,
    ...options,
  })
  closers.add(() => relay?.stop())
  return { admission, relay }
}

export declare namespace openRelaying {
  type Options = Partial<Pick<createRelay.Options, 'timing' | 'onStep'>>
}
