/**
 * A separate process that scans once, from a cold start, for {@link file://../stealth.bench.ts}: receives a scene, sends the time.
 */
import { scanAnnouncements } from '@holdfast/sdk/stealth'
import type { Scene } from './scene.js'

process.once('message', async ({ keys, announcements, places }: Scene) => {
  const start = performance.now()
  const boxes = await scanAnnouncements(keys, announcements)
  const milliseconds = performance.now() - start
  process.send?.(boxes.length === places.length ? milliseconds : Number.NaN, () => process.exit())
})
