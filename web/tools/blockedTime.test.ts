import { expect, test } from 'vitest'
import { blockedTime } from './blockedTime.js'

test.each([
  { behavior: 'no task', tasks: [], blocked: 0 },
  {
    behavior: 'the first 50 ms of each task do not count',
    tasks: [
      [100, 180],
      [200, 250],
    ],
    blocked: 30,
  },
  { behavior: 'a task before the first paint does not count', tasks: [[10, 90]], blocked: 0 },
  { behavior: 'a task across the first paint counts from it', tasks: [[20, 220]], blocked: 70 },
  {
    behavior: 'a task across it that is short after it takes nothing off',
    tasks: [
      [20, 120],
      [300, 360],
    ],
    blocked: 10,
  },
  {
    behavior: 'a task after the page can be used does not count',
    tasks: [
      [950, 1_100],
      [1_200, 1_400],
    ],
    blocked: 0,
  },
])('behavior: $behavior', ({ tasks, blocked }) => {
  const spans = tasks.map(([start = 0, end = 0]) => ({ start, end }))
  expect(blockedTime(spans, 100, 1_000)).toBe(blocked)
})
