import { openStore } from '../src/store/openStore.js'

/** Opens the store of a directory, prints that it has, and writes until it is killed. Run as a separate process. */
const [directory = ''] = process.argv.slice(2)
try {
  const store = await openStore({ store: { kind: 'sqlite', directory } })
  process.stdout.write('open\n')
  for (let count = 0; ; count++) {
    await store.db.insertInto('counters').values({ scope: 'written', bucket: count, count }).execute()
    if (count % 100 === 0) process.stdout.write(`${count}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
} catch (error) {
  process.stdout.write(`${(error as Error).name}\n`)
  process.exitCode = 1
}
