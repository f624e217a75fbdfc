import { createHoldfast, type Holdfast } from './createHoldfast.js'

let shared: Holdfast | undefined

/** What an application shares that has made nothing of its own: in memory alone. */
export function sharedHoldfast(): Holdfast {
  shared ??= createHoldfast()
  return shared
}
