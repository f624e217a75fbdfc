import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hash } from 'viem'
import { useConfig } from 'wagmi'
import { isWhole } from '../journal/isWhole.js'
import type { FaultWords } from '../words/FaultWords.js'

/** What the transaction did that the wallet sent in place of another one. */
export function Replacement({ txHash, words }: { txHash: Hash; words: FaultWords['replaced'] }) {
  const config = useConfig()
  // On the chain of the wallet at that time; it may switch later.
  const [client] = useState(() => config.getClient())
  const { data } = useQuery({
    queryKey: ['replacement', client.uid, txHash],
    refetchInterval: ({ state }) => (state.data === undefined ? 3_000 : false),
    async queryFn() {
      const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
      const sent = await client.request({ method: 'eth_getTransactionByHash', params: [txHash] })
      if (!isWhole(receipt) || !sent) throw new Error('The node does not have it yet.')
      if (receipt.status === '0x0') return 'nothing'
      return receipt.logs.length > 0 || (BigInt(sent.value) > 0n && sent.to !== sent.from) ? 'something' : 'nothing'
    },
  })
  return (
    <>
      <p role="status">{words[data ?? 'asking']}</p>
      <p className="mono" translate="no">
        {txHash}
      </p>
    </>
  )
}
