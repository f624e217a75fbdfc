import { TestRunner, test } from 'vitest'

/**
 * Counts a test file that no longer loads as a failed test. Stryker looks at tests alone: a mutant that breaks its module
 * leaves none, and would survive.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a runner from the default export of its file
export default class LoadingRunner extends TestRunner {
  override async importFile(...[path, source]: Parameters<TestRunner['importFile']>): Promise<unknown> {
    try {
      return await super.importFile(path, source)
    } catch (error) {
      if (source === 'setup') throw error
      return test('loads', () => {
        throw error
      })
    }
  }
}
