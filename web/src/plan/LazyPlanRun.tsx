import type { PlanOperation } from '@holdfast/sdk/plan'
import { type ComponentType, lazy, Suspense } from 'react'
import { useFlowWords } from '../words/useFlowWords.js'
import type { PlanRunProps } from './PlanRun.js'

// It works for any operation; a lazy component loses the type parameter.
const Loaded = lazy(async () => ({
  default: (await import('./PlanRun.js')).PlanRun as unknown as ComponentType<PlanRunProps<never>>,
}))

/** A plan and its execution. The planner loads when a person reviews, and not with the form. */
export function LazyPlanRun<operation extends PlanOperation>(props: PlanRunProps<operation>) {
  const { plan } = useFlowWords()
  // The same operation on both sides.
  const given = props as unknown as PlanRunProps<never>
  return (
    <Suspense fallback={<p className="quiet">{plan.preparing}</p>}>
      <Loaded {...given} />
    </Suspense>
  )
}
