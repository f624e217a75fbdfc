export {
  type AddChainParameters,
  type AddChainRequest,
  addChainRequest,
  restoreChainRequest,
} from './addChainRequest.js'
export {
  createGuardServer,
  type GuardLimits,
  type GuardServer,
  type GuardServerOptions,
  type RefusalRow,
} from './createGuardServer.js'
export type { DescribedRefusal } from './internal/http/describeRefusal.js'
export { GUARD_SENTINEL_ADDRESS, isGuarded } from './sentinel.js'
