import type { CameraFault } from '../../words/ScanWords.js'
import { readPicture } from './readPicture.js'

/**
 * Opens the camera at the back, shows it, and reads its frames until the signal. The camera is off at the signal, and when this returns.
 *
 * @returns What is wrong with the camera; `undefined` after the signal.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  { signal, onOpen, onText }: { signal: AbortSignal; onOpen: () => void; onText: (text: string) => void },
): Promise<CameraFault | undefined> {
  let stream: MediaStream | undefined
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  // At once, and not after the frame that is being waited for.
  signal.addEventListener('abort', stop)
  try {
    // Browsers have no camera for a page that came over plain HTTP.
    if (navigator.mediaDevices === undefined) return 'absent'
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1_280 } },
    })
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    onOpen()
    while (!signal.aborted) {
      if (!stream.active) return 'busy'
      const { videoWidth: width, videoHeight: height } = video
      const text = width > 0 ? readPicture(video, { width, height }) : undefined
      if (text !== undefined) onText(text)
      await nextFrame(video)
    }
    return undefined
  } catch (error) {
    return signal.aborted ? undefined : faultOf(error)
  } finally {
    stop()
  }
}

/** A camera that has stopped draws no more frames. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const longest = setTimeout(resolve, 500)
    setTimeout(() => {
      video.requestVideoFrameCallback(() => {
        clearTimeout(longest)
        resolve()
      })
    }, 100)
  })
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy'
}
