'use client'
import { createElement, type ReactElement, type ReactNode } from 'react'
import type { Holdfast } from '../query/createHoldfast.js'
import { HoldfastContext } from './internal/HoldfastContext.js'

/**
 * Shares a journal, an address book and a service with all hooks below. Without it they share one that is kept in
 * memory only.
 *
 * @example
 * import { createHoldfast, HoldfastProvider } from '@holdfast/react'
 * import { createElement } from 'react'
 *
 * const holdfast = createHoldfast()
 * const app = createElement(HoldfastProvider, { value: holdfast, children: 'the application' })
 */
export function HoldfastProvider(properties: { value: Holdfast; children?: ReactNode }): ReactElement {
  return createElement(HoldfastContext, { value: properties.value }, properties.children)
}
