import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { INSTRUCTIONS, INSTRUCTIONS_VERSION } from './instructions.js'
import { ANSWER_SCHEMA } from './modelAnswer.js'

test('behavior: another text or schema needs another version', () => {
  const digest = createHash('sha256')
    .update(INSTRUCTIONS + JSON.stringify(ANSWER_SCHEMA))
    .digest('hex')
  // When this fails, give the instructions a new version, then update the digest.
  expect({ version: INSTRUCTIONS_VERSION, digest }).toMatchInlineSnapshot(`
    {
      "digest": "546f7ec6ad248729404364a801b935db3ea3ef149bd43beb8f9ef740b803ecdb",
      "version": "2",
    }
  `)
})
