import { readScreen } from './readScreen.js'
import type { Recording } from './record.js'
import { renderPicture } from './renderPicture.js'

/** The picture of the README. */
export function renderStory(recordings: readonly Recording[]): string {
  return renderPicture(
    recordings.map(({ who, output }) => ({ title: who, rows: readScreen(output) })),
    'Holdfast at a terminal',
    'Alice asks about an address that an attacker planted in her history: holdfast check blocks it as a lookalike and shows ' +
      'both addresses under each other. She sends 25 USDC to the real one: holdfast send shows what will happen, asks, ' +
      'shows the code once (masked here) and locks the money. Bob claims it with that code: holdfast claim.',
  )
}
