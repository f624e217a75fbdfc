export { createPlanner, type Planner, type PlannerOperations } from './createPlanner.js'
export { decodePlan } from './decodePlan.js'
export { encodePlan } from './encodePlan.js'
export { executePlan } from './executePlan.js'
export { bridgeDefinitions as bridgeOperations } from './internal/bridgeDefinitions.js'
export type { IssuerFlowOptions } from './internal/Definition.js'
export { hubDefinitions as hubOperations } from './internal/hubDefinitions.js'
export type { StepOptions } from './internal/keepTo.js'
export { linkDefinitions as linkOperations } from './internal/linkDefinitions.js'
export { shieldDefinitions as boxOperations } from './internal/shieldDefinitions.js'
export { transferDefinitions as transferOperations } from './internal/transferDefinitions.js'
export type {
  PlannedBatch,
  PlannedHubSpend,
  PlannedLink,
  PlannedSend,
  PlanOperation,
  PlanOperations,
} from './operations.js'
export { planOperation } from './planOperation.js'
export type { ExecutePlanOptions, PlanOptions } from './planOptions.js'
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
