export { ownerHash, vaultHash } from './ownerHash.js'
export {
  SPEND_DOMAIN_NAME,
  SPEND_DOMAIN_VERSION,
  type SpendDigestParams,
  spendDigest,
  spendTypedData,
} from './spendDigest.js'
export { type SweepParams, sweepTypedData } from './sweepTypedData.js'
