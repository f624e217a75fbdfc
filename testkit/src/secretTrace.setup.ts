import { afterAll, beforeAll, expect } from 'vitest'
import { searchBegins, searchEnds } from './pendingSearches.js'
import { findTraces, forgetTraces, traceSecrets } from './secretTrace.js'

const trace = traceSecrets()
let search: string | undefined

// biome-ignore lint/correctness/noEmptyPattern: vitest destructures its first argument, and names the file in the second one.
beforeAll(({}, { file }) => {
  search = searchBegins(file.filepath)
})

// Registered before all hooks of the file, so that it runs after them.
afterAll(() => {
  const places = findTraces(trace)
  forgetTraces(trace)
  searchEnds(search)
  expect(places, 'a claim code or the secret of a link was seen').toEqual([])
})
