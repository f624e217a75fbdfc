import { expect, test } from 'vitest'
import { filesOf, findExcess, findUnmeasured, type Manifest } from './budgets.js'

const manifest: Manifest = {
  'index.html': { file: 'main.js', imports: ['_shared.js'], dynamicImports: ['src/Lazy.tsx'] },
  '_shared.js': { file: 'shared.js', imports: ['index.html'] },
  'src/Lazy.tsx': { file: 'lazy.js', imports: ['_shared.js'] },
}

test('a route costs what it imports at once, each file once', () => {
  expect([...filesOf(manifest, ['index.html'])]).toEqual(['main.js', 'shared.js'])
  expect([...filesOf(manifest, ['index.html', 'src/Lazy.tsx'])]).toEqual(['main.js', 'shared.js', 'lazy.js'])
})

test('a route that was renamed is noticed', () => {
  expect(() => filesOf(manifest, ['src/Gone.tsx'])).toThrow('no chunk for src/Gone.tsx')
})

test('what is over its budget fails, and what was not measured', () => {
  const budgets = { shell: 100, fonts: 10, claim: 5 }
  expect(findExcess({ shell: 100, fonts: 11, scan: 1 }, budgets)).toEqual([
    'fonts costs 11 bytes, its budget is 10',
    'claim has a budget and was not measured',
    'scan was measured and has no budget',
  ])
})

test('a screen that is new is noticed, and parts of screens are not asked for', () => {
  const built = {
    'src/screens/send/SendScreen.tsx': { file: 'a.js' },
    'src/screens/new/NewScreen.tsx': { file: 'b.js' },
  }
  expect(findUnmeasured({ ...manifest, ...built, 'src/screens/new/NewView.tsx': { file: 'c.js' } })).toEqual([
    'src/screens/new/NewScreen.tsx has no budget',
  ])
})
