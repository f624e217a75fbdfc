import { expect, test } from 'vitest'
import { dummyRoutes } from '../../test/httpStage.js'
import { describeRoutes } from '../../tools/describeRoutes.js'
import { describePage } from './describePage.js'

test('describePage: no text of a description becomes markup', () => {
  const routes = dummyRoutes().map((route) => ({ ...route, summary: '<img src=x onerror=alert(1)> `code`' }))
  const html = describePage(describeRoutes(routes))
  expect(html).not.toContain('<img')
  expect(html).toContain('<code>code</code>')
})
