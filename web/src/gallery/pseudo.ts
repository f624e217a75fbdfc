import { activity } from '../words/activity.en.js'
import { box } from '../words/box.en.js'
import { claim } from '../words/claim.en.js'
import { en as de } from '../words/en.js'
import { faults } from '../words/faults.en.js'
import { flow } from '../words/flow.en.js'
import { german } from '../words/german.js'
import { link } from '../words/link.en.js'
import { open } from '../words/open.en.js'
import { pair } from '../words/pair.en.js'
import { pay } from '../words/pay.en.js'
import { people } from '../words/people.en.js'
import { receive } from '../words/receive.en.js'
import { request } from '../words/request.en.js'
import { review } from '../words/review.en.js'
import { scan } from '../words/scan.en.js'
import { settings } from '../words/settings.en.js'
import { transfer } from '../words/transfer.en.js'
import { walk } from '../words/walk.en.js'

const english: { readonly [section in keyof typeof german]: object } = {
  activity,
  box,
  claim,
  de,
  faults,
  flow,
  link,
  open,
  pair,
  pay,
  people,
  receive,
  request,
  review,
  scan,
  settings,
  transfer,
  walk,
}

/**
 * Puts pseudo-English in the place of German: each letter with an accent, and each text longer by two fifths. A text that keeps its
 * plain letters does not come from the catalogues.
 */
export function speakPseudo(): void {
  const { locale } = german.de
  for (const [section, words] of Object.entries(english)) {
    // The sections are those of German, of which only the types of their texts differ.
    Object.assign(german[section as keyof typeof german], pseudo(words))
  }
  Object.assign(german.de, { locale })
}

/** A text, what makes one, or a tree of them. */
function pseudo(words: unknown): unknown {
  if (typeof words === 'string') return accented(words)
  if (typeof words === 'function') return (...given: unknown[]) => pseudo(words(...given))
  if (Array.isArray(words)) return words.map(pseudo)
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, pseudo(value)]))
}

function accented(text: string): string {
  const letters = Array.from(text, (letter) => accents[letter] ?? letter).join('')
  const length = Math.ceil(text.length * 0.4)
  // Words of German length, which a line may break between.
  const longer = Array.from({ length: Math.ceil(length / 9) }, () => 'ẽẽẽẽẽẽẽẽ').join(' ')
  return `${letters} ${longer.slice(0, length)}`
}

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const marked = 'ÅƁÇÐÉƑĜĤÎĴĶĻṂÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(plain, (letter, place) => [letter, [...marked][place] ?? letter]),
)
