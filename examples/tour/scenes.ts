import { bridgeScenes } from './bridgeScenes.js'
import { linkScenes } from './linkScenes.js'
import { serviceScenes } from './serviceScenes.js'
import { shieldScenes } from './shieldScenes.js'
import type { Scene } from './stage.js'
import { transferScenes } from './transferScenes.js'

/** What it is all for: a payment, an attack that is refused, and a payment that no attack reaches. */
export const shortScenes: readonly Scene[] = transferScenes.slice(0, 3)

/** The whole story, in order. */
export const scenes: readonly Scene[] = [
  ...transferScenes,
  ...linkScenes,
  ...shieldScenes,
  ...bridgeScenes,
  ...serviceScenes,
]
