export { isRecallable } from './isRecallable.js'
export { judgeSend, type SendVerdict, type SentPayment } from './judgeSend.js'
export { type ReadyCancel, readyCancelState, signReadyCancel } from './readyCancel.js'
export {
  type SendUpdate,
  type WatchSendsClients,
  type WatchSendsOptions,
  type WatchSendsParams,
  watchSends,
} from './watchSends.js'
