import { SignatureDeclinedError } from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { en } from '../words/en.js'
import { LanguageContext, languageOf } from '../words/useWords.js'
import { Fault } from './Fault.js'

test('an error of any kind keeps the button of its screen', () => {
  const button = createElement('button', { type: 'button' }, en.app.again)
  for (const error of [new SignatureDeclinedError('reading'), ...madeErrors(), new Error('foreign')]) {
    const fault = createElement(Fault, { error }, button)
    const drawn = renderToStaticMarkup(createElement(LanguageContext, { value: languageOf('en', en) }, fault))
    expect(drawn).toContain(`<button type="button">${en.app.again}</button>`)
  }
})
