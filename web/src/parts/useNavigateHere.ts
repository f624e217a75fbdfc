import { useCallback, useEffect, useRef } from 'react'
import { type navigate, useHashLocation } from 'wouter/use-hash-location'

/** Goes to a page when what was begun on this one ends, unless the person has gone elsewhere: what is typed there would be lost. */
export function useNavigateHere(): typeof navigate {
  const [, navigateTo] = useHashLocation()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback((...given) => isHere.current && navigateTo(...given), [navigateTo])
}
