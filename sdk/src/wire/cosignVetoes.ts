/**
 * Every reason for which a co-signer withholds its signature, and its English text. The codes are stable; switch on them, and
 * show the text only where there is none of your own.
 */
export const COSIGN_VETOES = {
  unknown_account: 'The account is not a box that a known factory made.',
  foreign_cosigner: 'The box names another co-signer.',
  token_not_allowed: 'The token of the box is not one that is paid here.',
  owner_not_bound: 'Nothing proves whose history counts for this box.',
  mode_mismatch: 'The box does not make this kind of spend.',
  over_limit: 'The amount is zero, or more than is left of the cap.',
  over_pull_cap: 'The amount is more than one pull may take.',
  too_soon: 'The interval since the last pull has not passed.',
  expired: 'The box can no longer spend, or is about to expire.',
  not_funded: 'The box holds less than the amount.',
  simulation_failed: 'The spend would fail on the chain.',
  simulation_unavailable: 'The spend could not be tried out on the chain.',
  risk_blocked: 'The firewall blocks the target.',
  risk_unavailable: 'The firewall could not be asked, or not completely.',
} as const

/** Why a co-signer withheld its signature. */
export type CosignVetoCode = keyof typeof COSIGN_VETOES
