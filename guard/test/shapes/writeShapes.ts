import type { Shape } from './makeShapes.js'

/** JSON lines: one shape each, with the name of its carrier. */
export function writeShapes(made: Readonly<Record<string, readonly Shape[]>>): string {
  const lines = Object.entries(made).flatMap(([carrier, shapes]) =>
    shapes.map((shape) => JSON.stringify({ carrier, ...shape })),
  )
  return `${lines.join('\n')}\n`
}
