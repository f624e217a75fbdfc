import { basename } from 'node:path'

/** The command that makes `holdfast` known to a shell; undefined where the program was started by that name. */
export function findAlias(script: string = process.argv[1] ?? ''): string | undefined {
  return basename(script) === 'bin.js' ? `alias holdfast="node '${script}'"` : undefined
}
