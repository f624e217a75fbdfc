export { decodeCall } from './decode/decodeCall.js'
export type { Carrier, Decoded, Movement, Note, Unreadable } from './decode/types.js'
export {
  type Admission,
  createGrants,
  type Grant,
  type Grants,
  type GrantsOptions,
  type PendingRefusal,
  type RefusedPayment,
} from './judge/createGrants.js'
export {
  createJudge,
  type Judge,
  type JudgedRequest,
  type Judgement,
  type JudgeOptions,
  type SummedPayment,
} from './judge/createJudge.js'
export { GuardRpcError } from './judge/guardRpcError.js'
export { refusalOf } from './judge/refusalOf.js'
