export {
  type AnnouncementPage,
  type AnnouncementPageBody,
  decodeAnnouncementPage,
  encodeAnnouncementPage,
} from './announcementPage.js'
export { COSIGN_PROOF_WINDOW_MS, type CosignAuthScope, cosignAuthMessage } from './cosignAuthMessage.js'
export { type CosignerAddressBody, decodeCosignerAddress, encodeCosignerAddress } from './cosignerAddress.js'
export {
  type CosignAuthorize,
  type CosignBind,
  type CosignCounterfactual,
  type CosignPolicy,
  type CosignPrecheck,
  type CosignProof,
  type CosignRequest,
  type CosignRequestBody,
  cosignAuthMessageOf,
  decodeCosignRequest,
  encodeCosignRequest,
} from './cosignRequest.js'
export {
  type CosignSignatureBody,
  type CosignVerdictBody,
  type CosignVetoBody,
  decodeCosignSignature,
  decodeCosignVerdict,
  encodeCosignResult,
} from './cosignResult.js'
export { COSIGN_VETOES, type CosignVetoCode } from './cosignVetoes.js'
export {
  decodeGaslessClaim,
  decodeGaslessClaimResult,
  encodeGaslessClaim,
  encodeGaslessClaimResult,
  type GaslessClaim,
  type GaslessClaimBody,
  type GaslessClaimFault,
  type GaslessClaimResult,
} from './gaslessClaim.js'
export { decodeHealth, encodeHealth, type HealthBody, type RelayerHealth } from './health.js'
export {
  decodeInvestigate,
  decodeInvestigation,
  encodeInvestigate,
  encodeInvestigation,
  type Investigate,
  type InvestigateBody,
  type Investigation,
  type InvestigationBody,
  type InvestigationDossier,
} from './investigate.js'
export type { JsonOf } from './json.js'
export {
  decodeProblem,
  isProblemCode,
  PROBLEMS,
  type Problem,
  type ProblemBody,
  type ProblemCode,
  type ProblemField,
} from './problems.js'
export {
  decodeRelayAnnounce,
  decodeRelayAnnounceResult,
  decodeRelayCreate,
  decodeRelayCreateResult,
  decodeRelayGas,
  decodeRelayGasResult,
  decodeRelayPending,
  encodeRelayAnnounce,
  encodeRelayCreate,
  encodeRelayGas,
  encodeRelayResult,
  type RelayAnnounce,
  type RelayAnnounceBody,
  type RelayAnnouncement,
  type RelayAnnounceResult,
  type RelayCreate,
  type RelayCreateBody,
  type RelayCreateResult,
  type RelayGas,
  type RelayGasBody,
  type RelayGasResult,
  type RelayPending,
  type RelayPolicy,
  type RelayTerms,
} from './relay.js'
export {
  API_REQUEST_HEADERS,
  API_REQUEST_TITLE,
  API_REQUEST_WINDOW_MS,
  type ApiRequest,
  apiRequestMessage,
} from './signedRequest.js'
export {
  decodeVerifiedRecipients,
  encodeVerifiedRecipients,
  type VerifiedRecipientList,
  type VerifiedRecipientsBody,
} from './verifiedRecipients.js'
