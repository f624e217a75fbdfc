import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { policyOf } from './strictPage.js'

/** What only a page for a devnet has: the burner wallet by its id, and the attack by its button. */
const marks = ['holdfast.burner', 'Attack me']

/**
 * What a built page has that is for a devnet on the visitor's own machine. A public page must have nothing of it.
 *
 * @returns One line for each trace.
 */
export function devnetTraces(directory: string): string[] {
  const assets = join(directory, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const texts = scripts.map((name) => readFileSync(join(assets, name), 'utf8'))
  const policy = policyOf(readFileSync(join(directory, 'index.html'), 'utf8'))
  const plain = /connect-src[^;]* (http:[^ ;]+)/.exec(policy)?.[1]
  return [
    ...marks.filter((mark) => texts.some((text) => text.includes(mark))).map((mark) => `a script has ${mark}`),
    ...(plain === undefined ? [] : [`the policy allows ${plain}`]),
  ]
}
