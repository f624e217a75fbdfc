import type { Shape } from './makeShapes.js'

/** One shape a line, behind its carrier. */
export function writeShapes(made: Readonly<Record<string, readonly Shape[]>>): string {
  const lines = Object.entries(made).flatMap(([carrier, shapes]) =>
    shapes.map((shape) => JSON.stringify({ carrier, ...shape })),
  )
  return `${lines.join('\n')}\n`
}
