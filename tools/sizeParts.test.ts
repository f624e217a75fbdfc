import { expect, test } from 'vitest'
import { partsOf, withoutText } from './sizeParts.js'

test('empties strings and pieces of templates of one kind, and nothing else', () => {
  const code = `f("a long sentence",\`no answer within \${x} ms of \${y} the time\`,"short",\`whole template here\`)`
  expect(withoutText(code, (text) => text.includes(' '))).toBe(`f("",\`\${x}\${y}\`,"short",\`\`)`)
  expect(withoutText(code, () => false)).toBe(code)
})

test('a sentence, an address and a name each count as their part', async () => {
  const sentence = await partsOf('throw new Error("The explorer has not finished indexing.");\n')
  expect(sentence).toMatchObject({ addresses: 0, names: 0 })
  expect(sentence.sentences).toBeGreaterThan(20)
  const address = await partsOf('const a="0x5294E9927c3306DcBaDb03fe70b92e01cCede505";export{a};\n')
  expect(address).toMatchObject({ sentences: 0, names: 0 })
  expect(address.addresses).toBeGreaterThan(20)
  const name = await partsOf('const f=a=>a.reorganisationDepthInBlocks;export{f};\n')
  expect(name).toMatchObject({ sentences: 0, addresses: 0 })
  expect(name.names).toBeGreaterThan(10)
  expect(name.rest).toBeLessThan(name.whole)
})
