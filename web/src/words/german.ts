import { activity } from './activity.de.js'
import { box } from './box.de.js'
import { claim } from './claim.de.js'
import { de } from './de.js'
import { faults } from './faults.de.js'
import { flow } from './flow.de.js'
import { link } from './link.de.js'
import { open } from './open.de.js'
import { pair } from './pair.de.js'
import { pay } from './pay.de.js'
import { people } from './people.de.js'
import { receive } from './receive.de.js'
import { request } from './request.de.js'
import { review } from './review.de.js'
import { scan } from './scan.de.js'
import { settings } from './settings.de.js'
import { transfer } from './transfer.de.js'
import { walk } from './walk.de.js'

/** All of German in one file: a person who reads it loads it once. The sentences stay in files of their screens. */
export const german = {
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
