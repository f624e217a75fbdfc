import { bridgeScenes } from './bridgeScenes.js'
import { linkScenes } from './linkScenes.js'
import { serviceScenes } from './serviceScenes.js'
import { shieldScenes } from './shieldScenes.js'
import type { Scene } from './stage.js'
import { transferScenes } from './transferScenes.js'

/** The whole story, in order. */
export const scenes: readonly Scene[] = [
  ...transferScenes,
  ...linkScenes,
  ...shieldScenes,
  ...bridgeScenes,
  ...serviceScenes,
]
