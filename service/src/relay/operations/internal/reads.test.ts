import { expect, test } from 'vitest'
import { insist } from './reads.js'

test('insist: returns the first answer, and asks again where there is none or the read fails', async () => {
  const answers = [undefined, new Error('not there yet'), 7, 8]
  let asked = 0
  const ask = async () => {
    const answer = answers[asked++]
    if (answer instanceof Error) throw answer
    return answer
  }
  expect(await insist(ask)).toBe(7)
  expect(asked).toBe(3)
  expect(await insist(ask)).toBe(8)
  expect(asked).toBe(4)
})
