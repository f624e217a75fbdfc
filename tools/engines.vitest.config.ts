import { defineConfig } from 'vitest/config'
import base, { projectsOf } from '../vitest.config.js'

/** The application in an engine of Debian, which `npm run test:engines` names. Neither `npm test` nor the deep tests have it. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: projectsOf(['web/test/engines/*.engine.ts']),
    // Each test starts a browser of its own, and drives it as slowly as a person.
    testTimeout: 600_000,
  },
})
