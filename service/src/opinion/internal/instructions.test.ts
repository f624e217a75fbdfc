import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { INSTRUCTIONS, INSTRUCTIONS_VERSION } from './instructions.js'
import { ANSWER_SCHEMA } from './modelAnswer.js'

test('behavior: other words or another schema are another version', () => {
  const digest = createHash('sha256')
    .update(INSTRUCTIONS + JSON.stringify(ANSWER_SCHEMA))
    .digest('hex')
  // Where this fails, give the instructions a new version, then take the new digest.
  expect({ version: INSTRUCTIONS_VERSION, digest }).toMatchInlineSnapshot(`
    {
      "digest": "098c119caed00c0ce57e1b9c2b5c5386e75de40f5d6b0c78e0bf6c0dc7160628",
      "version": "1",
    }
  `)
})
