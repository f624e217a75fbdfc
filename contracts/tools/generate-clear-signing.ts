/** Writes the ERC-7730 descriptors of our contracts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { descriptors } from './clearSigning.js'

const folder = new URL('../clear-signing/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, descriptor] of descriptors())
  writeFileSync(new URL(name, folder), `${JSON.stringify(descriptor, null, 2)}\n`)
