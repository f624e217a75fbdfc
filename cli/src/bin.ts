#!/usr/bin/env node
import { EXIT_CODES } from './failure/exitCodes.js'
import { runCli } from './runCli.js'

// What Node prints of an error nobody caught may hold anything: an endpoint with its key, a code.
process.on('uncaughtException', ({ name }) => {
  process.stderr.write(`Something nobody foresaw happened (${name}).\n`)
  process.exit(EXIT_CODES.failed.code)
})

const code = await runCli(process.argv.slice(2))
process.exitCode = code
// Work that did not hear the signal would keep the process alive.
if (code === EXIT_CODES.interrupted.code) process.exit()
