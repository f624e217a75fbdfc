import { afterAll, expect } from 'vitest'
import { findTraces, traceSecrets } from './secretTrace.js'

const trace = traceSecrets()

// Registered before all hooks of the file, so that it runs after them.
afterAll(() => {
  const places = findTraces(trace)
  trace.secrets.clear()
  trace.seen.clear()
  expect(places, 'a claim code or the secret of a link was seen').toEqual([])
})
