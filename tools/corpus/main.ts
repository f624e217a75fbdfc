/**
 * Writes a corpus as JSON lines. Run by `npm run corpus -- --seed 0x… --wallets 200 --out file.jsonl`.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { corpusLines } from './generate.js'
import { readCorpusOptions } from './options.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    wallets: { type: 'string' },
    scale: { type: 'string' },
    classes: { type: 'string' },
    out: { type: 'string' },
  },
})
const options = readCorpusOptions(values)
let lines = 0

function* text(): Generator<string> {
  let chunk = ''
  for (const line of corpusLines(options)) {
    chunk += `${JSON.stringify(line)}\n`
    lines++
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

await pipeline(Readable.from(text()), values.out ? createWriteStream(values.out) : process.stdout)
if (values.out) console.log(`${lines.toLocaleString('en')} lines in ${values.out}`)
