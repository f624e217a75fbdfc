import type { Address } from 'viem'
import type { Audit } from '../../audit/Audit.js'
import type { Tally } from '../../audit/createTally.js'
import type { SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Signer } from '../../keys/Signer.js'
import type { ServiceParts } from '../../ServiceParts.js'
import type { Announcements, Firewall } from '../Firewall.js'
import type { Bindings } from './createBindings.js'
import type { Confirmation } from './createConfirmation.js'
import type { Ledger } from './createLedger.js'
import type { Records } from './createRecords.js'
import type { RowLimits } from './createRowLimits.js'
import type { Sealer } from './createSealer.js'
import type { SpendSigning } from './createSpendSigning.js'
import type { Verdicts } from './createVerdicts.js'
import type { Timing } from './timing.js'

/** What the steps of an evaluation work with. */
export type CosignParts = Pick<ServiceParts, 'chains' | 'log' | 'metrics' | 'now'> & {
  signer: Signer
  recovery: SignerRecovery
  sealer: Pick<Sealer, 'pseudonym'>
  audit: Audit
  tally: Pick<Tally, 'note'>
  records: Records
  rows: RowLimits
  firewall: Pick<Firewall, 'version'>
  verdicts: Verdicts
  announcements: Announcements
  bindings: Bindings
  ledger: Ledger
  signing: SpendSigning
  confirm: Confirmation
  countEquivocation: () => void
  /** Tokens that boxes may spend, by chain id. */
  tokens: ReadonlyMap<number, readonly Address[]>
  timing: Timing
}
