import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headersOf } from './hostFiles.js'
import { policyOf } from './strictPage.js'

/**
 * What a host serves otherwise than it was built here: each file by its bytes, each header of the page by its value.
 *
 * @param directory - The page as it was built here.
 * @param address - Where the host serves it, for example `https://pay.example.com/`.
 * @returns One line for each difference; empty where there is none.
 */
export async function servedFaults(directory: string, address: string): Promise<string[]> {
  const base = address.endsWith('/') ? address : `${address}/`
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .sort()
  const faults: string[] = []
  for (const path of paths) {
    const response = await fetch(new URL(path, base), { redirect: 'error' })
    if (!response.ok) faults.push(`${path}: status ${response.status}`)
    else if (!readFileSync(join(directory, path)).equals(new Uint8Array(await response.arrayBuffer())))
      faults.push(`${path}: other bytes than built here`)
  }
  const { headers } = await fetch(base, { redirect: 'error' })
  for (const [name, value] of Object.entries(headersOf(policyOf(readFileSync(join(directory, 'index.html'), 'utf8')))))
    if (headers.get(name) !== value) faults.push(`${name}: ${headers.get(name) ?? 'missing'}`)
  return faults
}
