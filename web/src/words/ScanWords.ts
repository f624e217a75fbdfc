/** Why a camera gives no picture. */
export type CameraFault = 'refused' | 'absent' | 'busy'

/** Sentences of reading a QR code. */
export type ScanWords = {
  readonly title: string
  readonly lead: string
  readonly camera: Readonly<Record<'starting' | 'looking' | 'none', string>>
  readonly fault: { readonly [fault in CameraFault]: { title: string; why: string } }
  readonly again: string
  readonly foreign: { title: string; why: string }
  readonly without: string
  readonly picture: string
  readonly pictureHint: string
  readonly unread: string
  readonly paste: string
  readonly type: string
}
