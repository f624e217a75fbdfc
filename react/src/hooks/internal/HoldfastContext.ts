'use client'
import { createContext } from 'react'
import type { Holdfast } from '../../query/createHoldfast.js'

/** What the provider above shares; `undefined` where there is none. */
export const HoldfastContext = createContext<Holdfast | undefined>(undefined)
