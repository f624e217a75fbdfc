import { describe, expect, test } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.js'

describe('ErrorBoundary', () => {
  test.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://127.0.0.1:8780/assets/a.js'],
    ['Firefox', 'error loading dynamically imported module: http://127.0.0.1:8780/assets/a.js'],
    ['WebKit, of one that is missing', 'Importing a module script failed.'],
    ['WebKit, of one that was changed', 'Cannot load script due to integrity mismatch'],
  ])('takes what a browser says of a file that it does not run for that: %s', (_, message) => {
    expect(ErrorBoundary.getDerivedStateFromError(new TypeError(message))).toEqual({ fault: 'file' })
  })

  test.each([
    new TypeError("undefined is not an object (evaluating 'amount.value')"),
    new Error('Importing a module script failed.'),
    'Importing a module script failed.',
  ])('takes everything else for a defect: %s', (error) => {
    expect(ErrorBoundary.getDerivedStateFromError(error)).toEqual({ fault: 'defect' })
  })
})
