/**
 * `npm run test:engines`: the built page in Firefox and WebKit, as Debian packages them. It installs the packages where it may. An engine
 * that is not there is skipped, and the last line counts it. `-- webkit` runs one.
 */
import { ENGINES, obtain, versionsOf } from './debianEngines.js'
import { readCounts } from './readCounts.js'
import { run } from './run.js'

const wanted = process.argv.slice(2)
const summary: string[] = []
let passed = 0
let failed = 0
let skipped = 0
for (const engine of ENGINES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const reason = obtain(engine)
  if (reason !== undefined) {
    skipped += 1
    summary.push(`SKIPPED ${engine.name}: ${reason}`)
    continue
  }
  const env = { HOLDFAST_ENGINE: engine.name }
  const { succeeded, output } = await run('vitest run --reporter verbose --config tools/engines.vitest.config.ts', {
    env,
  })
  const counts = readCounts(output).vitest
  passed += counts?.passed ?? 0
  // A run that ended before it could count is a failure.
  const failures = succeeded && counts !== undefined ? counts.failed : Math.max(counts?.failed ?? 0, 1)
  failed += failures
  summary.push(`${failures === 0 ? '✓' : '✗'} ${engine.name}: ${versionsOf(engine)}`)
}
console.log(`\n${summary.join('\n')}\n\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
