/** Cuts the font of addresses and codes to the characters that they have. The result is committed: `npm run font -w web`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Hexadecimal in both cases, the claim alphabet, and what separates groups. */
const characters = '0123456789abcdefxABCDEFGHJKMNPQRSTVWXYZ-…· '

const require = createRequire(import.meta.url)
for (const weight of [400, 700]) {
  const whole = require.resolve(`@fontsource/jetbrains-mono/files/jetbrains-mono-latin-${weight}-normal.woff2`)
  const cut = await subsetFont(readFileSync(whole), characters, { targetFormat: 'woff2' })
  writeFileSync(fileURLToPath(new URL(`../assets/mono-${weight}.woff2`, import.meta.url)), cut)
  console.log(`${weight}: ${cut.length} bytes`)
}
