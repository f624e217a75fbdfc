import { usageFailure } from './CommandFailure.js'

/** Oldest Node on which every command runs; a test compares it with `package.json`. */
export const OLDEST_NODE = '22.13'

/**
 * Help and version work on any Node, and npm installs on any.
 *
 * @throws CommandFailure `node_too_old`
 */
export function requireNode(version: string): void {
  if (version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) >= 0) return
  throw usageFailure('node_too_old', `holdfast needs Node ${OLDEST_NODE} or newer; this is ${version}.`)
}
