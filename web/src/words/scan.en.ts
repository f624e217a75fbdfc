import type { ScanWords } from './ScanWords.js'

export const scan: ScanWords = {
  title: 'Scan a QR code',
  lead: 'A claim link, a payment link, a payment request or an address. Reading it claims and pays nothing.',
  camera: {
    starting: 'Waiting for the camera. Your browser may ask you to allow it.',
    looking: 'Hold the code in front of the camera.',
    none: 'No code in sight yet. Move closer, add light, or use one of the ways below.',
  },
  fault: {
    refused: {
      title: 'The camera is not allowed',
      why: 'Allow the camera for this page in your browser and try again, or choose a picture.',
    },
    absent: {
      title: 'No camera was found',
      why: 'This device has none, or the browser offers none to this page. Choose a picture instead.',
    },
    busy: {
      title: 'The camera shows no picture',
      why: 'Another program may be using it. Close that program and try again, or choose a picture.',
    },
  },
  again: 'Try the camera again',
  foreign: { title: 'This code is not for Holdfast', why: 'It was read and not opened. It says:' },
  without: 'Without the camera',
  picture: 'Choose a picture',
  pictureHint: 'A photo or screenshot of the code. It does not leave this browser.',
  unread:
    'No QR code was found in this picture. Choose one that shows the whole code, sharp and with its white border.',
  paste: 'Paste a claim link',
  type: 'Enter an address',
}
