import { lazy } from 'react'
import type { Session } from '../../wallets/useSession.js'
import { BoxesScreen } from './BoxesScreen.js'

const BoxScreen = lazy(() => import('./BoxScreen.js').then(({ BoxScreen }) => ({ default: BoxScreen })))
const MakeBoxScreen = lazy(() => import('./MakeBoxScreen.js').then(({ MakeBoxScreen }) => ({ default: MakeBoxScreen })))
const ResumeBoxScreen = lazy(() =>
  import('./MakeBoxScreen.js').then(({ ResumeBoxScreen }) => ({ default: ResumeBoxScreen })),
)

/** The pages of spending accounts; the list loads without the code of the other pages: `/boxes`, `/boxes/new`, `/boxes/new/:entry` and `/box/:chain/:address`. */
export function BoxPages({ path, session }: { path: string; session: Session }) {
  const [, first, second, third] = path.split('/')
  const { account } = session
  if (first === 'box')
    return <BoxScreen key={`${path}${account}`} chain={second ?? ''} address={third ?? ''} session={session} />
  if (second !== 'new') return <BoxesScreen session={session} />
  if (third === undefined) return <MakeBoxScreen key={account} session={session} />
  return <ResumeBoxScreen key={third} entry={third} session={session} />
}
