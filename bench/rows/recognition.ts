/** How many announcements one thread recognizes in a processor second, beside libsecp256k1 in WebAssembly. */
import { scanAnnouncements } from '@holdfast/sdk/stealth'
import { prepareLibauth } from '../stealth/peers.js'
import { makeScene } from '../stealth/scene.js'
import { measureProcessorTime } from './processorTime.js'
import type { Row } from './row.js'

const counts = { ours: 32_000, peer: 8_000 }

export async function measureRecognition(): Promise<readonly Row[]> {
  const [large, small] = [makeScene(counts.ours, 8), makeScene(counts.peer, 8)]
  const libauth = await prepareLibauth()
  const { ours, peer } = await measureProcessorTime({
    ours: { times: 1, run: () => scanAnnouncements(large.keys, large.announcements) },
    peer: { times: 1, run: () => libauth(small.keys, small.announcements) },
  })
  return [
    {
      what: 'recognition, one thread',
      unit: 'per s',
      baseline: '38,000',
      goal: 45_000,
      isProcessorTime: true,
      ours: (counts.ours * 1e3) / ours,
      peer: { name: '@bitauth/libauth', value: (counts.peer * 1e3) / peer },
      more: true,
    },
  ]
}
