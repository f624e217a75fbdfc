export {
  type Admission,
  createGrants,
  type Grant,
  type Grants,
  type GrantsOptions,
  type PendingRefusal,
  type RefusedPayment,
} from './createGrants.js'
export {
  createJudge,
  type Judge,
  type JudgedRequest,
  type Judgement,
  type JudgeOptions,
  type SummedPayment,
} from './createJudge.js'
export { GuardRpcError } from './guardRpcError.js'
export {
  type InspectedRequest,
  type InspectionContext,
  inspectRequest,
  isInspected,
  type RpcRequest,
} from './inspectRequest.js'
export { refusalOf } from './refusalOf.js'
