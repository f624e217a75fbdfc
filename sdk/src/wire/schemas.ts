// The entry point for programs that serve these messages: the schemas, to read, check and describe them.
export { announcementPage, announcementsQuery } from './announcementPage.js'
export { cosignerAddress } from './cosignerAddress.js'
export { cosignRequest } from './cosignRequest.js'
export { cosignResult } from './cosignResult.js'
export { gaslessClaim, gaslessClaimResult } from './gaslessClaim.js'
export { health } from './health.js'
export { type MessageFault, type MessageReading, readMessage } from './internal/decode.js'
export { object, type Schema } from './internal/fields.js'
export { investigate, investigation } from './investigate.js'
export {
  relayAnnounce,
  relayAnnounceResult,
  relayCreate,
  relayCreateResult,
  relayGas,
  relayGasResult,
  relayPending,
} from './relay.js'
export { recipientsQuery, verifiedRecipients } from './verifiedRecipients.js'
