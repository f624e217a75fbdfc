/**
 * Size of an import in a browser, as `npm run check:size` measures it. There is no comparable peer: the goal is the
 * bound.
 */
import { FIRST_EXPORTS, measureImport } from '../../tools/size.js'
import type { RowGroup } from './row.js'

const goals = [
  { what: 'SDK, its exports before contracts v2', name: FIRST_EXPORTS, baseline: '106.6', goal: 63 },
  { what: '`check`', name: 'check from @holdfast/sdk', baseline: '15.3', goal: 9 },
  { what: '`sendProtected` and `claim`', name: 'sendProtected, claim from @holdfast/sdk', baseline: '23.5', goal: 12 },
  { what: '`evaluateRisk`', name: 'evaluateRisk from @holdfast/sdk', baseline: '4.1', goal: 5.5 },
]

export const measureSizes: RowGroup = () =>
  Promise.all(
    goals.map(async ({ what, name, baseline, goal }) => {
      return { what, unit: 'kB', baseline, goal, ours: (await measureImport(name)) / 1_000 }
    }),
  )
