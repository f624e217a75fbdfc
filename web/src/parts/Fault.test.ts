import { SignatureDeclinedError } from '@holdfast/sdk/errors'
import { madeErrors } from '@holdfast/testkit/madeErrors'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlanFault } from '../plan/PlanFault.js'
import { en } from '../words/en.js'
import { LanguageContext, languageOf } from '../words/useWords.js'
import { Fault } from './Fault.js'
import { ReadFault } from './ReadFault.js'

test('an error of any kind keeps the button of its screen', () => {
  const button = createElement('button', { type: 'button' }, en.app.again)
  for (const error of [new SignatureDeclinedError('reading'), ...madeErrors(), new Error('foreign')]) {
    const fault = createElement(Fault, { error }, button)
    const drawn = renderToStaticMarkup(createElement(LanguageContext, { value: languageOf('en', en) }, fault))
    expect(drawn).toContain(`<button type="button">${en.app.again}</button>`)
  }
})

test('an error of another library leaves the outcome open, and not where nothing was asked for that moves money', () => {
  const draw = (isUnasked: boolean) => {
    const fault = createElement(Fault, { error: new TypeError('Failed to fetch'), isUnasked })
    return renderToStaticMarkup(createElement(LanguageContext, { value: languageOf('en', en) }, fault))
  }
  expect(draw(false)).toContain(en.effect.open)
  expect(draw(true)).toContain(en.effect.none)
  expect(draw(true)).not.toContain(en.effect.open)
})

test('a read that failed, and a plan that was not made, leave nothing open', () => {
  const error = new TypeError('Failed to fetch')
  const read = { error, data: undefined, isFetching: false, refetch: () => {} }
  for (const fault of [createElement(ReadFault, { read }), createElement(PlanFault, { error, isUnasked: true })]) {
    const drawn = renderToStaticMarkup(createElement(LanguageContext, { value: languageOf('en', en) }, fault))
    expect(drawn).toContain(en.effect.none)
  }
})
