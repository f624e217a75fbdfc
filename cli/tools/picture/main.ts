/** Writes the picture of the README from a real run: `npm run picture`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordStory } from './record.js'
import { renderStory } from './renderStory.js'

const file = fileURLToPath(new URL('../../../docs/terminal.svg', import.meta.url))
writeFileSync(file, renderStory(await recordStory()))
console.log(`wrote ${file}`)
