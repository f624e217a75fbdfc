import { useEffect, useState } from 'react'

/** Whether an answer has been awaited for so long that the screen should say so. */
export function useSilence(isAwaited: boolean, afterMs: number): boolean {
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    setSilent(false)
    if (!isAwaited) return undefined
    const timer = setTimeout(() => setSilent(true), afterMs)
    return () => clearTimeout(timer)
  }, [isAwaited, afterMs])
  return isSilent
}
