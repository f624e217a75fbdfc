import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { CONFIG_EXIT_CODE } from '../config/ConfigError.js'

const bin = fileURLToPath(new URL('../../bin/holdfast-service.js', import.meta.url))

test('an older Node reports the version that is needed, instead of a module that it lacks', () => {
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.19.5" } })'
  const { status, stderr } = spawnSync(process.execPath, [`--import=data:text/javascript,${older}`, bin, '--help'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('holdfast-service needs Node 22.13 or newer; this is 20.19.5.\n')
  expect(status).toBe(CONFIG_EXIT_CODE)
  expect(packageJson.engines.node).toBe('>=22.13')
})
