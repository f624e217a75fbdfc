import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from './imports.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes of the page that need no lock, and why. */
const harmless: Readonly<Record<string, string>> = {
  useResumeHubSpend: 'hands the same signed spend in again, which is made once',
  useSignPaymentRequest: 'signs, and moves nothing',
  gaslessClaimMutationOptions: 'asks no wallet, and a transfer is claimed once',
}

test('whatever moves money in the page does so under the lock of its account: two tabs never do it at once', () => {
  const writes = [...readSources(root, ['react/src'])]
    .filter(([, text]) => /\b(?:writeHook|useWrite|write\w*|sign)[<(]/.test(text))
    .map(([file]) => basename(file, '.ts'))
    .filter((name) => /^use[A-Z]|MutationOptions$/.test(name))
  expect(writes).toContain('useExecutePlan')
  expect(writes.length).toBeGreaterThan(100)
  const made = [...readSources(root, ['web/src'])].flatMap(([file, text]) => {
    const imported = [...text.matchAll(/^import \{([^}]*)\} from '@holdfast\/react/gm)].flatMap(([, names]) => names)
    return writes
      .filter((name) => new RegExp(`\\b${name}\\b`).test(imported.join()))
      .map((name) => ({ name, file, isLocked: text.includes('withFlowLock(') }))
  })
  for (const name of Object.keys(harmless)) expect(made.map((one) => one.name)).toContain(name)
  const moving = made.filter(({ name }) => !Object.hasOwn(harmless, name))
  expect(moving.length).toBeGreaterThan(8)
  expect(moving.filter(({ isLocked }) => !isLocked)).toEqual([])
})
