import { checksumAddress } from 'viem'
import { cirbtc, eurc, usdc } from 'viem/tokens'
import { describe, expect, test } from 'vitest'
import { chains, create2Factory, fxEscrow, issuerContracts } from '../src/index.js'

const lists: Record<string, { addresses: Record<number, string>; decimals: number }> = {
  USDC: usdc,
  EURC: eurc,
  cirBTC: cirbtc,
}

describe.each(chains)('$name', ({ id, tokens }) => {
  test('its tokens are those of viem’s own list, where that has them', () => {
    const theirs = Object.fromEntries(
      tokens.flatMap(({ symbol }) => {
        const list = lists[symbol]
        const address = list?.addresses[id]
        return list && address ? [[symbol, [address, list.decimals]]] : []
      }),
    )
    const ours = Object.fromEntries(
      tokens
        .filter(({ symbol }) => theirs[symbol])
        .map(({ symbol, address, decimals }) => [symbol, [address, decimals]]),
    )
    expect(Object.keys(theirs)).toContain('USDC')
    expect(ours).toEqual(theirs)
  })

  test('no address and no symbol is listed twice', () => {
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length)
    expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length)
  })
})

test('a list with a missing registry entry would be noticed', () => {
  const found = chains.flatMap(({ id, tokens }) =>
    tokens.filter(({ symbol }) => lists[symbol]?.addresses[id]).map(({ symbol }) => `${id} ${symbol}`),
  )
  expect(found).toMatchInlineSnapshot(`
    [
      "5042002 USDC",
      "5042002 EURC",
      "5042002 cirBTC",
      "11155111 USDC",
      "11155111 EURC",
      "84532 USDC",
      "84532 EURC",
      "421614 USDC",
      "43113 USDC",
      "43113 EURC",
    ]
  `)
})

test('every address carries its checksum', () => {
  const addresses = [
    create2Factory,
    fxEscrow,
    ...Object.values(issuerContracts),
    ...chains.flatMap(({ tokens, usdc, permit, multicall3, memo, multicall3From }) => [
      ...tokens.map(({ address }) => address),
      usdc.address,
      permit,
      multicall3,
      ...(memo ? [memo] : []),
      ...(multicall3From ? [multicall3From] : []),
    ]),
  ]
  expect(addresses.filter((address) => address !== checksumAddress(address.toLowerCase() as `0x${string}`))).toEqual([])
})
