/**
 * Runs before each test file: has our modules evaluated again for each mutant, since some keep answers, and leaves out the
 * files after a test has failed.
 */
import { afterEach, inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    mode: string
    activeMutant: string
    mutantActivation: string
    globalNamespace: string
  }
}

type Namespace = { activeMutant?: string | undefined; loadedFor?: string; noticed?: string }

// Stryker chooses the name of its global.
const globals = globalThis as unknown as Record<string, Namespace | undefined>
const namespace: Namespace = globals[inject('globalNamespace')] ?? {}
globals[inject('globalNamespace')] = namespace
const mutant = `${inject('mode')} ${inject('activeMutant')}`
if (namespace.loadedFor !== mutant) {
  namespace.loadedFor = mutant
  vi.resetModules()
}
if (namespace.noticed === mutant) throw new Error('A test of another file has noticed this mutant.')
afterEach(({ task }) => {
  if (inject('mode') === 'mutant' && task.result?.state === 'fail') namespace.noticed = mutant
})
// The mutant before must not be active while modules are evaluated.
if (inject('mutantActivation') !== 'static') namespace.activeMutant = undefined
