import type { Session } from '../../wallets/useSession.js'
import { AskScreen } from './AskScreen.js'
import { ReceiveScreen } from './ReceiveScreen.js'

/** The pages of a person who is paid, which load together: `/receive` and `/ask`. */
export function ReceivePages({ path, session }: { path: string; session: Session }) {
  return path === '/ask' ? <AskScreen key={session.account} session={session} /> : <ReceiveScreen session={session} />
}
