import { writeFile } from 'node:fs/promises'
import { makeShapes } from './makeShapes.js'
import { writeShapes } from './writeShapes.js'

await writeFile(new URL('shapes.jsonl', import.meta.url), writeShapes(await makeShapes()))
