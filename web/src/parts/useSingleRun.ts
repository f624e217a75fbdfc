import { useRef } from 'react'

/** Ignores a press while what an earlier one began still runs: a double click is one payment. */
export function useSingleRun<given extends readonly unknown[]>(
  run: (...given: given) => Promise<void>,
): (...given: given) => Promise<void> {
  const isRunning = useRef(false)
  return async (...given) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run(...given)
    } finally {
      isRunning.current = false
    }
  }
}
