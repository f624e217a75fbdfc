/** Has the browser save a text as a file. Nothing leaves this machine. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox and WebKit read it after the click, and save nothing of what is gone by then.
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}

/** More than a person takes to choose a folder. */
const keptMs = 600_000
