import { SignatureDeclinedError } from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { expect, test } from 'vitest'
import { afterFailure } from '../plan/afterFailure.js'
import { de } from '../words/de.js'
import { en } from '../words/en.js'
import { faults as german } from '../words/faults.de.js'
import { faults as english } from '../words/faults.en.js'
import { saidOf } from './saidOf.js'

const languages = [
  { id: 'en', words: en, faults: english },
  { id: 'de', words: de, faults: german },
] as const

test.each(languages)('of a wallet that declined the sentence on the screen is read out: $id', async (language) => {
  const declined = new SignatureDeclinedError('the approval')
  expect(await saidOf(declined, language)).toBe(language.faults.what.SignatureDeclinedError)
})

test.each(languages)('nobody hears that nothing was sent of what another page looks for: $id', async (language) => {
  const { none, open, done } = language.words.effect
  for (const error of [...madeErrors(), new Error('foreign')]) {
    const isElsewhere = afterFailure(error) === 'elsewhere'
    const said = await saidOf(error, language, isElsewhere)
    if (isElsewhere) expect([open, done]).toContain(said)
    if (said === none) expect(isElsewhere).toBe(false)
  }
})
