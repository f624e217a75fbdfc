// biome-ignore-all lint/performance/noBarrelFile: one file to load, and the sentences stay in files of their screens
/** All of German in one file: a person who reads it loads it once. */

export { activity } from './activity.de.js'
export { box } from './box.de.js'
export { claim } from './claim.de.js'
export { de } from './de.js'
export { faults } from './faults.de.js'
export { flow } from './flow.de.js'
export { link } from './link.de.js'
export { pair } from './pair.de.js'
export { pay } from './pay.de.js'
export { people } from './people.de.js'
export { receive } from './receive.de.js'
export { request } from './request.de.js'
export { settings } from './settings.de.js'
export { transfer } from './transfer.de.js'
export { walk } from './walk.de.js'
