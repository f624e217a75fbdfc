import { readChoice, writeChoice } from './choices.js'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function readTheme(): Theme {
  return readChoice('theme', THEMES) ?? 'system'
}

/** Draws the page in a theme and remembers it. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  writeChoice('theme', theme)
}
