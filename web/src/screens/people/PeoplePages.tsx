import type { Session } from '../../wallets/useSession.js'
import { PairScreen } from '../pair/PairScreen.js'
import { PeopleScreen } from './PeopleScreen.js'

/** The address book and its decisions, which load together: `/people` and `/pair/:one/:other`. */
export function PeoplePages({ path, session }: { path: string; session: Session }) {
  const [, , one, other] = path.split('/')
  if (one === undefined || other === undefined) return <PeopleScreen key={session.account} session={session} />
  return <PairScreen key={path} one={one} other={other} session={session} />
}
