export { decodePlan } from './decodePlan.js'
export { encodePlan } from './encodePlan.js'
export { type ExecutePlanOptions, executePlan } from './executePlan.js'
export type { StepOptions } from './internal/keepTo.js'
export type { PlannedBatch, PlannedSend, PlanOperation, PlanOperations } from './operations.js'
export { type PlanOptions, planOperation } from './planOperation.js'
export type {
  Plan,
  PlanEffect,
  PlannedCall,
  PlannedFee,
  PlannedSignature,
  PlannedTransaction,
  PlanOutcome,
  PlanStep,
  PlanValue,
} from './types.js'
