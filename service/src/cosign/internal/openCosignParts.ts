import { spendableTokensFor } from '@holdfast/sdk/chain'
import type { Audit } from '../../audit/Audit.js'
import type { Tally } from '../../audit/createTally.js'
import { createSignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Signer } from '../../keys/Signer.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Announcements, Firewall } from '../Firewall.js'
import type { CosignParts } from './CosignParts.js'
import { createBindings } from './createBindings.js'
import { createConfirmation } from './createConfirmation.js'
import { createEquivocations } from './createEquivocations.js'
import { createLedger } from './createLedger.js'
import { createRecords } from './createRecords.js'
import { createRowLimits } from './createRowLimits.js'
import { createSealer } from './createSealer.js'
import { createSpendSigning } from './createSpendSigning.js'
import { createVerdicts } from './createVerdicts.js'
import { type TimingOptions, timingOf } from './timing.js'

/** Opens what the steps of an evaluation work with. */
export async function openCosignParts(
  parts: openCosignParts.Parts,
  { quorum, timing = {} }: openCosignParts.Options,
): Promise<CosignParts> {
  const { store, chains, log, now, audit, tally, firewall } = parts
  const signer = required(parts.keys.cosigner)
  const sealer = await createSealer(signer)
  const recovery = await createSignerRecovery()
  const limits = timingOf(timing)
  const rows = createRowLimits(parts)
  return {
    ...parts,
    signer,
    recovery,
    sealer,
    rows,
    records: createRecords({ audit, tally, recovery, now, limits: rows }),
    verdicts: createVerdicts(parts, firewall, {
      timeoutMs: limits.firewallMs,
      freshMs: limits.freshMs,
      keptMs: limits.keptMs,
    }),
    bindings: createBindings(store, sealer, now),
    ledger: createLedger(store, sealer, now),
    signing: createSpendSigning({ signer, recovery }),
    confirm: createConfirmation(quorum, log),
    countEquivocation: createEquivocations(parts),
    tokens: new Map([...chains.keys()].map((id) => [id, spendableTokensFor(id).map(({ address }) => address)])),
    timing: limits,
  }
}

export declare namespace openCosignParts {
  type Parts = Pick<ServiceParts, 'store' | 'chains' | 'log' | 'metrics' | 'now' | 'elapsed' | 'stopping'> & {
    /** Without a key there is no co-signer, and its routes say so. */
    keys: { cosigner: Signer | undefined }
    audit: Audit
    /** Counts requests that carry no proof of the owner. */
    tally: Pick<Tally, 'note'>
    firewall: Firewall
    announcements: Announcements
  }
  type Options = {
    /**
     * Endpoints of a chain that must agree on the code and the terms of a box before it is first signed for. Neither ever
     * changes, so each box is asked about once.
     * @default 1
     */
    quorum?: number | undefined
    timing?: Timing | undefined
  }
  type Timing = TimingOptions
}

function required(signer: Signer | undefined): Signer {
  if (signer === undefined) throw new TypeError('The co-signer key is missing.')
  return signer
}
