import { tiered } from '@holdfast/testkit/tier'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { meet, rowsOf } from './matrix.js'
import { hasBrowser } from './openBrowser.js'
import { setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('hidden spending accounts, whatever goes wrong', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  test.for(rowsOf('hidden'))('$name: $fault', (row) => meet(web, row))
})
