import { bridgeScenes } from './bridgeScenes.js'
import { guardScenes } from './guardScenes.js'
import { linkScenes } from './linkScenes.js'
import { serviceScenes } from './serviceScenes.js'
import { shieldScenes } from './shieldScenes.js'
import type { Scene } from './stage.js'
import { transferScenes } from './transferScenes.js'

/** The essential scenes: a payment, an attack that is refused, and a payment that no attack can redirect. */
export const shortScenes: readonly Scene[] = transferScenes.slice(0, 3)

/** The whole story, in order. */
export const scenes: readonly Scene[] = [
  ...transferScenes,
  ...guardScenes,
  ...linkScenes,
  ...shieldScenes,
  ...bridgeScenes,
  ...serviceScenes,
]
