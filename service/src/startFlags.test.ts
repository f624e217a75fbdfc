import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The engine reads this flag before any of our code, so every way to start the program must set it. */
const flag = '--max-semi-space-size=4'

test.each([
  ['../bin/holdfast-service.js', `#!/usr/bin/env -S node ${flag}\n`],
  ['../ops/Containerfile', `ENTRYPOINT ["node", "${flag}", "service/dist/main.js"]`],
  ['../ops/holdfast.service', `ExecStart=/usr/bin/node ${flag} /opt/holdfast/service/dist/main.js`],
  ['../../bench/service/program.ts', `execArgv: ['${flag}']`],
])('behavior: %s keeps the memory small', async (path, line) => {
  expect(await readFile(new URL(path, import.meta.url), 'utf8')).toContain(line)
})
