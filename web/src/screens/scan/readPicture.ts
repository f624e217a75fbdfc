import { decodeQR } from 'qr/decode.js'

/**
 * Reads the first QR code of a picture.
 *
 * @param most - Longest side that is looked at, in pixels: more takes longer and reads no more.
 * @returns `undefined` where there is none.
 */
export function readPicture(
  picture: CanvasImageSource,
  { width, height }: { width: number; height: number },
  most = 1_000,
): string | undefined {
  const scale = Math.min(1, most / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  // A picture with transparent parts is one on white paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return undefined
  }
}
