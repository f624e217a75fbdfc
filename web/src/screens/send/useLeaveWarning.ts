import { useEffect } from 'react'

/** Has the browser ask before the page is left: only between signature and hash, when a payment may be on its way unseen. */
export function useLeaveWarning(isBetween: boolean): void {
  useEffect(() => {
    if (!isBetween) return undefined
    const stay = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isBetween])
}
