import { parseArgs } from 'node:util'
import { describeDevnet, devnetFacts, HELP } from './describe.js'
import { startDevnet } from './startDevnet.js'

/** Starts a devnet, prints its endpoints, and runs until it is stopped. */
async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8545' },
      'block-time': { type: 'string', default: '500' },
      'issuer-pace': { type: 'string', default: '1' },
      persist: { type: 'string' },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const devnet = await startDevnet({
    port: wholeNumber(values.port, '--port', 0, 65_535),
    blockTimeMs: wholeNumber(values['block-time'], '--block-time', 10, 3_600_000),
    issuerPace: decimal(values['issuer-pace'], '--issuer-pace'),
    persist: values.persist,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      devnet.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  const facts = devnetFacts(devnet)
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR
  if (!values.quiet) process.stdout.write(values.json ? `${JSON.stringify(facts)}\n` : describeDevnet(facts, { color }))
}

function wholeNumber(value: string, name: string, least: number, most: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most))
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
  return number
}

function decimal(value: string, name: string): number {
  if (!/^[0-9]{1,3}(\.[0-9]{1,6})?$/.test(value)) throw new Error(`${name} must be a decimal number, not "${value}".`)
  return Number(value)
}

main().catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  process.stderr.write(
    isTaken
      ? 'The port is taken. Choose another with --port, or let the system choose with --port 0.\n'
      : `${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
})
