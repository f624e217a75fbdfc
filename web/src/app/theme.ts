import { useSyncExternalStore } from 'react'
import { readChoice, writeChoice } from './choices.js'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function readTheme(): Theme {
  return readChoice('theme', THEMES) ?? 'system'
}

/** Applies a theme to the page and stores the choice. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  writeChoice('theme', theme)
  for (const tell of told) tell()
}

/** The theme of the page, kept up to date when any component changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    listen,
    () => THEMES.find((one) => one === document.documentElement.dataset.theme) ?? 'system',
  )
}

const told = new Set<() => void>()

function listen(changed: () => void): () => void {
  told.add(changed)
  return () => void told.delete(changed)
}
