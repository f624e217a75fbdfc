/**
 * Runs the tests of a payment in Firefox and WebKit: `npm run test:engines -w web`, where `npx playwright-core install --with-deps firefox
 * webkit` has put them. One that is not installed is skipped, and the command says so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firefox, webkit } from 'playwright-core'

/** Files that need no permission of Chromium, such as the one to read the clipboard. */
const files = ['web/test/pay.test.ts']
const root = fileURLToPath(new URL('../..', import.meta.url))
for (const engine of [firefox, webkit]) {
  const name = engine.name()
  if (!existsSync(engine.executablePath())) {
    console.log(`${name}: SKIPPED, it is not installed: npx playwright-core install --with-deps ${name}`)
    continue
  }
  const env = { ...process.env, HOLDFAST_BROWSER: name }
  const { status } = spawnSync('npm', ['test', '--', ...files], { cwd: root, env, stdio: 'inherit' })
  console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'}`)
  if (status !== 0) process.exitCode = 1
}
