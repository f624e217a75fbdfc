'use client'
import { createContext } from 'react'
import type { Holdfast } from '../../query/createHoldfast.js'

/** Value of the nearest `HoldfastProvider`; `undefined` without one. */
export const HoldfastContext = createContext<Holdfast | undefined>(undefined)
