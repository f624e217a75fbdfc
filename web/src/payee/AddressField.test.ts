import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('no other field has room for a whole address: what is pasted is watched in each that does', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.tsx', { cwd }).filter((file) => readFileSync(cwd + file, 'utf8').includes('<textarea'))
  expect(files).toEqual(['payee/AddressField.tsx'])
})
