import { createJournal } from '@holdfast/react/query'
import { expect, test } from 'vitest'
import { parseValues } from '../../journal/valuesText.js'
import { openPeople } from '../../people/openPeople.js'
import { everythingOf } from './everythingOf.js'

const contact = { address: `0x${'b0'.repeat(20)}`, name: 'Bob', status: 'confirmed', addedAt: new Date(0) } as const

test('the file has the book as it is now, and not as a screen has read it', async () => {
  const [journal, people] = [createJournal(), openPeople(undefined)]
  const id = await journal.keep({ secret: '7K3M-9QXV-AB2C-DEFG' })
  // Of a contact nothing else is read here.
  await people.change(() => [contact as never])
  expect(parseValues(await everythingOf(journal, people))).toMatchObject({
    type: 'holdfast:everything',
    journal: [{ id, secret: { secret: '7K3M-9QXV-AB2C-DEFG' } }],
    book: [{ name: 'Bob' }],
    pairs: [],
  })
})

test('there is no file of a part: where one read fails, nothing is saved', async () => {
  const fails = () => Promise.reject(new DOMException('The database is closing.', 'InvalidStateError'))
  await expect(everythingOf({ list: fails }, openPeople(undefined))).rejects.toThrow('closing')
  await expect(everythingOf(createJournal(), { read: fails })).rejects.toThrow('closing')
})
