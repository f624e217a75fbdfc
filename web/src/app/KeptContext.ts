import { createContext, useContext } from 'react'

/** Whether the journal outlives the page. */
export const KeptContext = createContext(true)

export function useKept(): boolean {
  return useContext(KeptContext)
}
