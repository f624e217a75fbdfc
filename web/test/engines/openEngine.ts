import type { ServedPage } from '../servePage.js'
import type { Engine } from './Engine.js'
import { openFirefox } from './openFirefox.js'
import { openWebKit } from './openWebKit.js'

/** The engine that `npm run test:engines` names. */
export const ENGINE: string = process.env.HOLDFAST_ENGINE ?? 'firefox'

/** @param served - The page that it will open. */
export const openEngine: (served: ServedPage) => Promise<Engine> = ENGINE === 'webkit' ? openWebKit : openFirefox
