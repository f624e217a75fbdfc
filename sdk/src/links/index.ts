export type { LinkProblem } from '../errors/link.js'
export { type ClaimPaymentLinkOptions, claimPaymentLink } from './claimPaymentLink.js'
export {
  type CreatedPaymentLink,
  type CreatePaymentLinkOptions,
  type CreatePaymentLinkParams,
  createPaymentLink,
} from './createPaymentLink.js'
export { findLinkPayments } from './findLinkPayments.js'
export { findPaymentLink } from './findPaymentLink.js'
export { formatPaymentLink } from './formatPaymentLink.js'
export { type LinkState, linkState } from './linkState.js'
export { type ListPaymentLinksParams, listPaymentLinks, type SentPaymentLink } from './listPaymentLinks.js'
export type { CodeClaim } from './openLink.js'
export { paymentLinkTerms } from './paymentLinkTerms.js'
export { type LinkPreview, previewPaymentLink } from './previewPaymentLink.js'
export { readPaymentLink } from './readPaymentLink.js'
export { type SignLinkClaimParams, signLinkClaim } from './signLinkClaim.js'
export type { ClaimedPaymentLink, ClaimLink, LinkReader, OpenLink, PaymentLink } from './types.js'
