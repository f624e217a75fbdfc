import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countSolidity, countTree, countTypeScript, missingTitles } from './countTests.js'

describe('countTypeScript', () => {
  test('default: tests, modifiers and assertions', () => {
    const text = `
      test('one', () => { expect(1).toBe(1) })
      it.skipIf(slow)('two', async () => { await expect.poll(f).toBe(1); assertDescribed('GET') })
      test.concurrent('three', () => { expect(x).toEqual(expect.any(String)) })
    `
    expect(countTypeScript(text)).toEqual({ tests: 3, tables: 0, assertions: 4, titles: ['one', 'two', 'three'] })
  })

  test('behavior: multiplies rows that the source names, also nested and in loops', () => {
    const text = `
      const names = ['a', 'b'] as const
      const cases = { x: 1, y: 2, z: 3 }
      describe.each(names)('%s', (name) => {
        test.each([[1], [2], [3]])('row', () => {})
        test.each(Object.entries(cases))('case', () => {})
      })
      for (const one of [...names, 'c']) test(\`loop \${one}\`, () => {})
    `
    const { tests, tables, titles } = countTypeScript(text)
    expect({ tests, tables }).toEqual({ tests: 2 * 3 + 2 * 3 + 3, tables: 0 })
    expect(titles.at(-1)).toMatch(/^`loop /)
  })

  test('behavior: rows that are computed count as one open table', () => {
    const text = `
      test.each(makeRows())('row', () => {})
      for (const one of read()) test(one, () => {})
      for (const one of read()) expect(one).toBe(1)
    `
    expect(countTypeScript(text)).toMatchObject({ tests: 2, tables: 2, assertions: 1 })
  })

  test('behavior: a method named test is not a test', () => {
    expect(countTypeScript('/a/.test(text); pattern.test(name, 1)')).toMatchObject({ tests: 0, assertions: 0 })
  })
})

describe('countSolidity', () => {
  test('default: ignores comments, strings and declarations of helpers', () => {
    const text = `
      // assertEq(1, 1);
      function test_Pays() public { vm.expectRevert(); assertEq(a, b, "assertEq(x)"); _expectPaid(a); }
      function testFuzz_Pays(uint256 a) public { /* assertTrue(false) */ assertTrue(a > 0); }
      function invariant_Solvent() public view { assertGe(balance, owed); }
      function _expectPaid(uint256 a) internal { assertEq(a, 1); }
    `
    expect(countSolidity(text)).toEqual({
      tests: 3,
      tables: 0,
      assertions: 6,
      titles: ['test_Pays', 'testFuzz_Pays', 'invariant_Solvent'],
    })
  })
})

describe('countTree and missingTitles', () => {
  test('default: per package, and each title that another tree has fewer of', () => {
    const before = countTree(
      treeOf({
        'sdk/src/a.test.ts': "test('a', () => { expect(1).toBe(1) }); test('b', () => {})",
        'sdk/src/a.ts': "test('not a test file', () => {})",
        'contracts/test/A.t.sol': 'function test_A() public { assertTrue(true); }',
      }),
    )
    const after = countTree(treeOf({ 'testkit/src/a.test.ts': "test('a', () => {})" }))
    expect([...before.keys()]).toEqual(['contracts (Solidity)', 'sdk'])
    expect(before.get('sdk')).toMatchObject({ files: 1, tests: 2, assertions: 1 })
    expect(missingTitles(before, after)).toEqual(['contracts (Solidity): test_A', 'sdk: b'])
  })
})

function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-counts-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
