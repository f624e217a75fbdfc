import { expect, test } from 'vitest'
import { findAlias } from './Host.js'

test('an alias for a built checkout, and none where the program is installed', () => {
  expect(findAlias('/home/me/hold fast/cli/dist/bin.js')).toBe(
    `alias holdfast="node '/home/me/hold fast/cli/dist/bin.js'"`,
  )
  expect(findAlias('/usr/local/bin/holdfast')).toBeUndefined()
})
