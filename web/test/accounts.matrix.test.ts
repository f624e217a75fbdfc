import { tiered } from '@holdfast/testkit/tier'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { meet, rowsOf } from './matrix.js'
import { hasBrowser } from './openBrowser.js'
import { setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('spending accounts, whatever goes wrong', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterAll(() => web?.close())

  test.for(rowsOf('accounts'))('$name: $fault', (row, context) => meet(web, row, context))
})
