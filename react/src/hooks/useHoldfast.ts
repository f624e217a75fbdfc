'use client'
import { useContext } from 'react'
import type { Holdfast } from '../query/createHoldfast.js'
import { sharedHoldfast } from '../query/sharedHoldfast.js'
import { HoldfastContext } from './internal/HoldfastContext.js'

/** What the application shares: keep secrets in its `journal` before a mutation names them. */
export function useHoldfast(): Holdfast {
  return useContext(HoldfastContext) ?? sharedHoldfast()
}
