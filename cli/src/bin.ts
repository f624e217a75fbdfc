import { EXIT_CODES } from './failure/exitCodes.js'
import { processHost } from './io/Host.js'
import { printOnce, toJson } from './io/toJson.js'
import { runCli, wantsJson } from './shell/runCli.js'

const args = process.argv.slice(2)
const host = processHost()

// Node prints an uncaught error in full, which may contain an endpoint with its key, or a code.
process.on('uncaughtException', (thrown) => {
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  const message = `Unexpected error (${name}).`
  if (wantsJson(args))
    printOnce(host.stdout, toJson({ ok: false, error: { code: 'internal_error', message, facts: [] } }))
  process.stderr.write(`${message}\n`)
  process.exit(EXIT_CODES.failed.code)
})

// A reader may stop early, as `head` does; the command continues to its end.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const code = await runCli(args, host)
// Requests that are no longer awaited, and work that ignored a signal, would keep the process alive.
const flushed = [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)))
await Promise.all(flushed)
process.exit(code)
