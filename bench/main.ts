/**
 * Runs every benchmark, one after the other; `npm run bench -- web cli` runs those alone. `--write` puts what `web` finds into the README.
 */
const all = ['rows', 'cli', 'gas', 'logs', 'stealth', 'service', 'guard', 'web'] as const

const named = process.argv.slice(2).filter((word) => word !== '--write')
const unknown = named.filter((name) => !all.some((one) => one === name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`)
for (const name of named.length === 0 ? all : named) await import(`./${name}.bench.js`)
