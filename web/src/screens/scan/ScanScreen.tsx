import { useEffect, useRef, useState } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { keepLink } from '../../app/hideCode.js'
import { Screen } from '../../app/Screen.js'
import { useScanWords } from '../../words/useScanWords.js'
import { draftRecipient } from '../send/draft.js'
import { readPicture } from './readPicture.js'
import { readScanned } from './readScanned.js'
import { type ScanProps, ScanView } from './ScanView.js'
import { watchCamera } from './watchCamera.js'

/** Reads a QR code by the camera or out of a picture, and goes to the page of what it is. */
export function ScanScreen() {
  const { title, lead } = useScanWords()
  const [, navigate] = useHashLocation()
  const [round, setRound] = useState(0)
  const [camera, setCamera] = useState<ScanProps['camera']>('starting')
  const [foreign, setForeign] = useState<string>()
  const [isPictureUnread, setPictureUnread] = useState(false)
  const video = useRef<HTMLVideoElement>(null)

  const read = (text: string) => {
    const scanned = readScanned(text, location.origin)
    if (scanned.kind === 'foreign') return setForeign(text)
    if (scanned.kind === 'address') draftRecipient(scanned.address)
    // In place of this page, which would open the camera once more on the way back.
    navigate(scanned.kind === 'address' ? '/' : keepLink(scanned.path), { replace: true })
  }
  const latest = useRef(read)
  latest.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round opens the camera again.
  useEffect(() => {
    if (video.current === null) return
    const stopped = new AbortController()
    const { signal } = stopped
    setCamera('starting')
    let patience: ReturnType<typeof setTimeout> | undefined
    void watchCamera(video.current, {
      signal,
      onOpen() {
        setCamera('looking')
        patience = setTimeout(() => setCamera('none'), 10_000)
      },
      onText(text) {
        if (!signal.aborted) latest.current(text)
      },
    }).then((fault) => {
      clearTimeout(patience)
      if (fault !== undefined) setCamera(fault)
    })
    return () => {
      clearTimeout(patience)
      stopped.abort()
    }
  }, [round])

  const readFile = async (picture: Blob) => {
    const image = await createImageBitmap(picture).catch(() => undefined)
    // Of a large picture the code may be a small part.
    const text = image && (readPicture(image, image) ?? readPicture(image, image, 2_500))
    image?.close()
    setPictureUnread(text === undefined)
    if (text !== undefined) read(text)
  }
  return (
    <Screen title={title} lead={lead}>
      <ScanView
        camera={camera}
        foreign={foreign}
        isPictureUnread={isPictureUnread}
        onAgain={() => setRound((before) => before + 1)}
        onPicture={(picture) => void readFile(picture)}
      >
        <video ref={video} muted playsInline />
      </ScanView>
    </Screen>
  )
}
