export { type CallToDecode, decodeCall, type KnownBox } from './decode/decodeCall.js'
export { decodeRawTransaction } from './decode/decodeRawTransaction.js'
export { type BatchToDecode, decodeSendCalls } from './decode/decodeSendCalls.js'
export { decodeTransactionRequest, type RequestToDecode } from './decode/decodeTransactionRequest.js'
export { decodeTransferLogs } from './decode/decodeTransferLogs.js'
export { decodeUserOperation, type OperationToDecode } from './decode/decodeUserOperation.js'
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
export {
  type InspectedRequest,
  type InspectionContext,
  inspectRequest,
  isInspected,
  type RpcRequest,
} from './judge/inspectRequest.js'
export { refusalOf } from './judge/refusalOf.js'
export { type AnnounceOptions, announceGuarded } from './wrap/announceGuarded.js'
export type { GuardOptions } from './wrap/GuardOptions.js'
export { type Eip1193Provider, guardProvider } from './wrap/guardProvider.js'
export { guardTransport } from './wrap/guardTransport.js'
