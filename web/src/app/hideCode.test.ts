import { expect, test } from 'vitest'
import { hideCode } from './hideCode.js'

function open(hash: string) {
  const replaced: unknown[] = []
  const link = hideCode({ hash }, { replaceState: (_, __, url) => void replaced.push(url) })
  return { link, replaced }
}

test.each(['', '#/', '#/claim', '#/claim/5042002/41', '#/transfer/5042002/41'])('%j stays as it is', (hash) => {
  expect(open(hash)).toEqual({ link: hash, replaced: [] })
})

test.each([
  ['#/claim/5042002/42/7K3M9QXVAB2CDEFG', '#/claim/5042002/42'],
  ['#/pay/5042002/42/c2VjcmV0', '#/pay/5042002/42'],
  ['#/claim/5042002/42/7K3M9QXVAB2CDEFG/more', '#/claim/5042002/42'],
])('the secret of %s leaves the address of the page', (hash, shown) => {
  expect(open(hash)).toEqual({ link: hash, replaced: [shown] })
})

test('the secret stays in memory for its own place alone', () => {
  open('#/claim/5042002/42/7K3M9QXVAB2CDEFG')
  expect(open('#/claim/5042002/42').link).toBe('#/claim/5042002/42/7K3M9QXVAB2CDEFG')
  expect(open('#/claim/5042002/43').link).toBe('#/claim/5042002/43')
})
