import { folderOfRun } from './buildOnce.js'

/** Called by vitest before a run, so that all its test files share the builds of programs and pages. */
export function setup(): void {
  folderOfRun()
}
