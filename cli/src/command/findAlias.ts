import { basename } from 'node:path'

/** What a shell has to be told before it knows `holdfast`; undefined where the program was started by that name. */
export function findAlias(script: string = process.argv[1] ?? ''): string | undefined {
  return basename(script) === 'bin.js' ? `alias holdfast="node '${script}'"` : undefined
}
