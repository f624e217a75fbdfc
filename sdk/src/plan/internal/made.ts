import type { RiskReport } from '../../errors/risk.js'
import type { Plan } from '../types.js'

const made = /* @__PURE__ */ new WeakSet<object>()

/** Notes that this process made a plan. */
export function rememberMade<plan extends Plan>(plan: plan): plan {
  made.add(plan)
  return plan
}

/** The reports that save a new check: only of a plan that this process made, since any other could have been changed. */
export function reportsOf(plan: Plan): readonly RiskReport[] {
  return made.has(plan) ? plan.firewall : []
}
