import { Notice } from '../../parts/Notice.js'
import type { Said } from './useArrival.js'

/** Shows what is said when something has ended. */
export function SaidNotice({ title, why }: Said) {
  return <Notice title={title}>{why !== undefined && <p>{why}</p>}</Notice>
}
