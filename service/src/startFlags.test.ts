import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The engine reads it before any code of ours: it has to be said wherever the program is started. */
const FLAG = '--max-semi-space-size=4'

test.each([
  ['../bin/holdfast-service.js', `#!/usr/bin/env -S node ${FLAG}\n`],
  ['../ops/Containerfile', `ENTRYPOINT ["node", "${FLAG}", "service/dist/main.js"]`],
  ['../ops/holdfast.service', `ExecStart=/usr/bin/node ${FLAG} /opt/holdfast/service/dist/main.js`],
  ['../../bench/service/program.ts', `execArgv: ['${FLAG}']`],
])('behavior: %s keeps the memory small', async (path, line) => {
  expect(await readFile(new URL(path, import.meta.url), 'utf8')).toContain(line)
})
