import { globSync } from 'node:fs'

/** The files that glob patterns from `root` name, outside of what is installed or built. */
export function testFiles(root: string, patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|out)$/.test(path) })
  return files.map((file) => file.replaceAll('\\', '/'))
}
