import type { Session } from '../../wallets/useSession.js'
import { BridgeScreen } from './BridgeScreen.js'
import { TrackScreen } from './TrackScreen.js'

/** The pages of the Bridge, which load together: `/bridge` and `/bridge/:chain/:hash`. */
export function BridgePages({ path, session }: { path: string; session: Session }) {
  const [, , chain, hash] = path.split('/')
  if (chain === undefined || hash === undefined) return <BridgeScreen key={session.account} session={session} />
  return <TrackScreen key={hash} session={session} chain={chain} hash={hash} />
}
