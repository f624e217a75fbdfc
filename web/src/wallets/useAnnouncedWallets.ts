import { useEffect, useState } from 'react'
import { type Connector, useConnectors } from 'wagmi'
import { iconOf } from './iconOf.js'
import { nameOf } from './nameOf.js'

/** A wallet as the picker shows it. Name and icon are its own claims. */
export type AnnouncedWallet = { id: string; name: string; icon: string | undefined; rdns: string; connector: Connector }

/**
 * The wallets that have announced themselves by EIP-6963. Wallets of phones come late, so they are asked for again for three
 * seconds; `isAsking` until then.
 */
export function useAnnouncedWallets(): { wallets: AnnouncedWallet[]; isAsking: boolean } {
  const connectors = useConnectors()
  const [isAsking, setAsking] = useState(true)
  useEffect(() => {
    const timers = [0, 250, 750, 1_500, 3_000].map((afterMs) =>
      setTimeout(() => {
        dispatchEvent(new Event('eip6963:requestProvider'))
        if (afterMs === 3_000) setAsking(false)
      }, afterMs),
    )
    return () => timers.forEach(clearTimeout)
  }, [])
  const wallets = connectors.map((connector) => {
    const { uid, id, name, icon } = connector
    return { id: uid, name: nameOf(name), icon: iconOf(icon), rdns: id, connector }
  })
  return { wallets, isAsking }
}
