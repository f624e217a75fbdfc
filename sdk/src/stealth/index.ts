export type { AnnouncementPage } from '../wire/announcementPage.js'
export { AnnouncementIndex, type AnnouncementIndexOptions } from './AnnouncementIndex.js'
export { announceArgsFor } from './announceArgsFor.js'
export type { AnnouncementSource } from './announcementSource.js'
export { announceStealthBox } from './announceStealthBox.js'
export type { BoxFactory } from './boxFactory.js'
export type { BoxRecords } from './boxRecords.js'
export { checkStealthAddress } from './checkStealthAddress.js'
export { computeStealthPrivateKey } from './computeStealthPrivateKey.js'
export { STEALTH_SCHEME_ID } from './constants.js'
export { deriveStealthKeys, STEALTH_KEY_MESSAGE } from './deriveStealthKeys.js'
export { type DiscoveryProgress, discoverStealthBoxes } from './discoverStealthBoxes.js'
export { explorerAnnouncements } from './explorerAnnouncements.js'
export { generateStealthAddress } from './generateStealthAddress.js'
export { newStealthOwner } from './newStealthOwner.js'
export { recognizeAnnouncements } from './recognizeAnnouncements.js'
export { scanAnnouncements } from './scanAnnouncements.js'
export { stealthBoxSalt } from './stealthBoxSalt.js'
export { formatStealthMetaAddress, parseStealthMetaAddress } from './stealthMetaAddress.js'
export { decodeStealthMetadata, encodeStealthMetadata } from './stealthMetadata.js'
export type {
  IndexedAnnouncement,
  RawAnnouncement,
  StealthAnnouncement,
  StealthBox,
  StealthBoxProof,
  StealthKeys,
  StealthMetaAddress,
  StealthMetadata,
  ViewingKeys,
} from './types.js'
