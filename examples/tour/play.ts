import { bad, bold, green, heading, line, red } from './print.js'
import type { Scene, Stage } from './stage.js'

/**
 * Plays the scenes in order. A scene that fails is reported and does not stop the others.
 *
 * @returns How many failed.
 * @throws The reason of `signal`.
 */
export async function playAll(scenes: readonly Scene[], stage: Stage, signal?: AbortSignal): Promise<number> {
  let failed = 0
  for (const [index, scene] of scenes.entries()) {
    signal?.throwIfAborted()
    heading(index + 1, scene.title)
    try {
      await scene.play(stage)
    } catch (error) {
      signal?.throwIfAborted()
      failed += 1
      bad(error instanceof Error ? error.message.replaceAll('\n', '\n    ') : String(error))
    }
  }
  line()
  line(
    failed === 0
      ? green(bold(`All ${scenes.length} scenes came out right.`))
      : red(bold(`${failed} of ${scenes.length} scenes went wrong.`)),
  )
  return failed
}
