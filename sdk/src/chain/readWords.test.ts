import { protectedTransferAbi } from '@holdfast/contracts'
import { type Abi, type AbiFunction, createClient, custom, erc20Abi, numberToHex, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { readWords, SELECTORS } from './readWords.js'

const contract = '0x3600000000000000000000000000000000000000'

function clientThatAnswers(answer: string) {
  const requests: unknown[] = []
  const request = async (asked: unknown) => {
    requests.push(asked)
    return answer
  }
  return { client: createClient({ transport: custom({ request }) }), requests }
}

test('the selectors are those of the ABIs', () => {
  const items: Abi = [...protectedTransferAbi, ...erc20Abi]
  const functions = items.filter((item): item is AbiFunction => item.type === 'function')
  for (const [view, selector] of Object.entries(SELECTORS)) {
    const found = functions.filter((item) => item.name === view).map((item) => toFunctionSelector(item))
    expect(found).toEqual([selector])
  }
})

test('default: encodes words and reads those that were asked for', async () => {
  const word = (value: number) => numberToHex(value, { size: 32 })
  const { client, requests } = clientThatAnswers(`${word(7)}${word(8).slice(2)}`)
  expect(await readWords(client, contract, 'balanceOf', [contract], 1)).toEqual([word(7)])
  expect(requests).toEqual([
    {
      method: 'eth_call',
      params: [{ to: contract, data: `0x70a08231${'0'.repeat(24)}${contract.slice(2)}` }, 'latest'],
    },
  ])
})

test('error: an answer that is too short', async () => {
  for (const answer of ['0x', '0x01'])
    await expect(readWords(clientThatAnswers(answer).client, contract, 'balanceOf', [contract], 1)).rejects.toThrow(
      `The contract ${contract} answered \`balanceOf\` with ${answer}.`,
    )
})
